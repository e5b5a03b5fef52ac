"""Which characters the reader of Chinese, Japanese and Korean knows, and how a text is spelled for it."""
import unicodedata

LANGUAGES = ('ko', 'zh-Hant', 'zh-Hans', 'ja')
KANA = ''.join(map(chr, range(0x3041, 0x3095))) + ''.join(map(chr, range(0x30A1, 0x30F7))) + 'ー々ゝゞヽヾ'
HALF_KANA = ''.join(map(chr, range(0xFF66, 0xFF9E)))
ASCII = ''.join(map(chr, range(33, 127)))
SIGNS = '、。・「」『』【】〔〕《》〈〉“”‘’…—–～〜·•※〒○●◎□■△▲▽▼☆★◇◆→←↑↓①②③④⑤⑥⑦⑧⑨⑩㈜㈱№℃㎡㎏㎝㎜㎞¥€£₩×÷±°×√〆〇'
FULL = ''.join(map(chr, range(0xFF01, 0xFF5F)))
#: Kept as they are: what the parts of Unicode's compatibility form would be is not what is printed, or reads worse.
KEPT = set('…①②③④⑤⑥⑦⑧⑨⑩㈜㈱№℃㎡㎏㎝㎜㎞℡')


def between(encoding: str, first: int, last: int) -> str:
    """Characters of a national standard, by the first byte of their code."""
    low = [*range(0x40, 0x7F), *range(0xA1, 0xFF)] if encoding == 'big5' else range(0xA1, 0xFF)
    return ''.join(bytes([high, one]).decode(encoding, 'ignore') for high in range(first, last + 1) for one in low)


#: Characters that every text of a language may have: the first level of its standard, all of it for simplified Chinese, which
#: PP-OCR knows already.
STANDARD = {
    'ko': between('euc_kr', 0xB0, 0xC8),
    'zh-Hant': between('big5', 0xA4, 0xC6),
    'zh-Hans': between('gb2312', 0xB0, 0xF7),
    'ja': between('euc_jp', 0xB0, 0xCF) + KANA,
}


def spelled(text: str) -> str:
    """As the network is to read it: full-width letters and signs as ordinary ones, half-width kana as full-width ones."""
    text = ''.join(letter if letter in KEPT else unicodedata.normalize('NFKC', letter) if letter in FULL or letter.isspace() else letter for letter in text)
    if any(letter in HALF_KANA for letter in text):
        text = unicodedata.normalize('NFC', ''.join(unicodedata.normalize('NFKC', letter) if '\uff61' <= letter <= '\uff9f' else letter for letter in text))
    return ' '.join(text.replace('〜', '～').replace('～', '~').replace('￥', '¥').split())
