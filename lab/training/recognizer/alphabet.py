"""
The characters that the recognizer knows; class 0 is the blank of CTC, class i + 1 is CHARACTERS[i]. New characters are
appended: classes keep their numbers, so that earlier weights stay usable.

Four of them stand for characters of scripts that the recognizer does not read: any ideograph is HAN, and so on.
"""
import os
import unicodedata

ASCII = ''.join(chr(code) for code in range(0x20, 0x7F))
WESTERN = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïñòóôõöøùúûüýþÿŒœ'
SIGNS = '¡¿£¥€§©®°ªº±²³µ·×÷¼½¾«»–—‘’“”•…™'
#: Polish, Czech, Slovak, Hungarian, Romanian, Croatian, Slovene, Baltic, Turkish, Estonian, Maltese, Icelandic, Albanian, Catalan, Welsh.
LATIN = 'ĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĮįİıĴĵĶķĹĺĻļĽľĿŀŁłŃńŅņŇňŌōŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚțẀẁẂẃẄẅẞỲỳÐð'
GREEK = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψωΆΈΉΊΌΎΏΪΫάέήίόύώϊϋΐΰ'
#: Russian, Ukrainian, Bulgarian, Serbian, Macedonian, Belarusian.
CYRILLIC = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁёЂђЃѓЄєЅѕІіЇїЈјЉљЊњЋћЌќЎўЏџҐґ'
MORE_SIGNS = '₹₽₺₩₪฿¢¤№✓☐☑☒†‡‰′″←→≤≥≠≈−¹‹›„‚¬¶'
HAN, KANA, HANGUL, OTHER_SCRIPT = '\ue000\ue001\ue002\ue003'

VIETNAMESE = unicodedata.normalize('NFC', ''.join(
    vowel + tone for vowel in 'aăâeêioôơuưyAĂÂEÊIOÔƠUƯY' for tone in ['', '\u0300', '\u0309', '\u0303', '\u0301', '\u0323']
))
AZERBAIJANI, KAZAKH, CURRENCIES = 'Əə', 'ӘәҒғҚқҢңӨөҰұҮүҺһ', '₫₴₸₱₦'

EARLIER = ASCII + WESTERN + SIGNS + LATIN + GREEK + CYRILLIC + MORE_SIGNS + HAN + KANA + HANGUL + OTHER_SCRIPT
#: The network of most pages knows the earlier characters only: `ALPHABET=earlier python3 train.py …`
CHARACTERS = ''.join(dict.fromkeys(EARLIER if os.environ.get('ALPHABET') == 'earlier' else EARLIER + VIETNAMESE + AZERBAIJANI + KAZAKH + CURRENCIES))
CLASS_OF = {character: place + 1 for place, character in enumerate(CHARACTERS)}
CLASSES = len(CHARACTERS) + 1
#: Ranges of the scripts that are not read, with their placeholders.
UNREAD = [(0x3040, 0x30FF, KANA), (0x31F0, 0x31FF, KANA), (0xFF66, 0xFF9F, KANA), (0x3005, 0x3007, HAN), (0x3400, 0x4DBF, HAN), (0x4E00, 0x9FFF, HAN), (0xF900, 0xFAFF, HAN), (0x1100, 0x11FF, HANGUL), (0x3130, 0x318F, HANGUL), (0xAC00, 0xD7AF, HANGUL), (0x0530, 0x10FF, OTHER_SCRIPT), (0xFB13, 0xFDFF, OTHER_SCRIPT), (0xFE70, 0xFEFC, OTHER_SCRIPT)]


def labeled(text: str) -> str:
    """The text as the recognizer shall read it: placeholders for the scripts it does not read."""
    if text.isascii():
        return text
    return ''.join(character if character in CLASS_OF else placeholder(character) for character in text)


def placeholder(character: str) -> str:
    """Empty for a mark, and for a character that is not of such a script."""
    if unicodedata.category(character) in ('Mn', 'Mc', 'Cf'):
        return ''
    code = ord(character)
    return next((sign for first, last, sign in UNREAD if first <= code <= last), '')
