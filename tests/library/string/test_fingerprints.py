"""The hashes against TensorFlow's, at every length where their code takes another way, and published numbers."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.base.types import Array
from blocks.library.array.fingerprints import farmhash64, murmur64, siphash64

LARGEST = np.uint64(2**63 - 1)  # buckets, so that TensorFlow's blocks show (nearly) the hash itself
# Length; TensorFlow 2.21: StringToHashBucket, -Fast, -Strong with the key (-5, 17).
KNOWN = [
    (0, 105434511174508092, 1936946117179621456, 4706411394720273442),
    (1, 1950187560451231046, 4494688008148699989, 3483623256818279058),
    (3, 4788169572000597684, 7836721383716570152, 2909645030901030434),
    (4, 3779776162894438227, 365121004050576997, 4706729250778485617),
    (7, 652137673295450492, 1123016345076934235, 3426411479952346558),
    (8, 1341886729188216172, 6649577755799664552, 6107734733653981944),
    (12, 4497791594357701779, 2917594698257753930, 6626054170723269822),
    (16, 2241211539241607297, 8913314169182629276, 2530250226677120383),
    (17, 1442824997845769770, 2691913911681613941, 318649676738752623),
    (32, 7559108511183860273, 764915578794662492, 2975188078416543875),
    (33, 1125087279261362588, 8882213536466149448, 5017049471036644859),
    (64, 1762566699033007649, 9001590363970424565, 8526573524884674883),
    (65, 1614735012099827204, 3017696507073527805, 2632830692079293913),
    (128, 8199514889817229011, 651049388705982093, 7483556771558953749),
    (129, 5451010086431502882, 2290906597760139250, 5696174669338671091),
    (200, 5202333961152468213, 5887833072366470502, 1093506216602441465),
]


def strings(*texts: bytes) -> Array:
    array = np.empty(len(texts), np.object_)
    array[:] = texts
    return array


@pytest.mark.parametrize(("length", "murmur", "farm", "sip"), KNOWN)
def test_as_tensorflow(length: int, murmur: int, farm: int, sip: int) -> None:
    text = strings(bytes(i * 7 % 251 for i in range(length)))
    assert murmur64(text) % LARGEST == murmur
    assert farmhash64(text) % LARGEST == farm
    assert siphash64(text, [-5, 17]) % LARGEST == sip


def test_published_number() -> None:
    """From the appendix of the paper on SipHash."""
    key = [0x0706050403020100, 0x0F0E0D0C0B0A0908]
    assert siphash64(strings(bytes(range(15))), key) == 0xA129CA6149BE45E5


def test_strings_of_many_lengths_keep_their_places() -> None:
    texts = [bytes(i * 7 % 251 for i in range(length)) for length, *_ in KNOWN]
    both = strings(*texts, *texts[::-1]).reshape(2, -1)
    wanted = [farm for *_, farm, _ in KNOWN]
    assert (farmhash64(both) % LARGEST).tolist() == [wanted, wanted[::-1]]
