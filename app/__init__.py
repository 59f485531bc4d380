"""The desktop editor: everything that needs a screen."""

from app.overrides import keep_faults_whole

keep_faults_whole()
