"""The characters that the recogniser knows; class 0 is the blank of CTC, class i + 1 is CHARACTERS[i]."""

ASCII = ''.join(chr(code) for code in range(0x20, 0x7F))
WESTERN = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïñòóôõöøùúûüýþÿŒœ'
SIGNS = '¡¿£¥€§©®°ªº±²³µ·×÷¼½¾«»–—‘’“”•…™'

CHARACTERS = ASCII + WESTERN + SIGNS
CLASS_OF = {character: place + 1 for place, character in enumerate(CHARACTERS)}
CLASSES = len(CHARACTERS) + 1
