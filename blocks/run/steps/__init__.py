"""Steps of a session: what each is for, what it is fed, and what runs it."""
