"""
Generates pages with their true text lines and selection boxes, to train the text-line detector.

    python3 pages.py --data FOLDER --sheet out.png --seed N     # a contact sheet: cores red, selection boxes green
    python3 pages.py --data FOLDER --measure 40                 # pages a second, and how often each kind comes

A page is drawn flat on a canvas, then laid on its ground by one transform (perspective, turn, curl); the lines' outlines pass through the
same transform and are drawn into the maps after it.
"""
import argparse
import io
import math
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageFilter

import blocks
import cards
import documents
import forms
import receipts
import scenery
from canvas import Canvas, Line
from maps import draw_maps
from resources import Resources

SIZE = 1024
#: How often each kind of page comes.
KINDS = {
    'instructions': 13, 'form': 18, 'invoice': 12, 'letter': 6, 'article': 9, 'mixture': 13, 'receipt scan': 8, 'receipt photo': 7,
    'app receipt': 1.5, 'identity card': 7, 'wallet card': 2, 'business card': 2.5, 'handwritten': 2, 'figures': 2.5,
}
DARK_SHARE = 0.1
ATTEMPTS = 5
OTHER_SCRIPT_SHARE = 0.1
WARPED_SHARE = 0.33
#: Kinds that lie on a ground as sheets of their own: the range of their width and of height divided by width.
SHEETS = {
    'receipt photo': ((300, 640), (1.5, 2.6)), 'app receipt': ((460, 600), (1.6, 2.1)), 'identity card': ((560, 1000), (0.6, 0.7)),
    'wallet card': ((520, 980), (0.58, 0.66)), 'business card': ((520, 980), (0.54, 0.66)),
}
DRAWERS = {
    'instructions': documents.instructions, 'form': forms.form_page, 'invoice': documents.invoice, 'letter': documents.letter,
    'article': documents.article, 'mixture': documents.mixture, 'receipt scan': receipts.receipt_page, 'receipt photo': receipts.receipt_page,
    'app receipt': receipts.app_receipt, 'identity card': cards.passport_page, 'wallet card': cards.wallet_card,
    'business card': cards.business_card, 'handwritten': documents.handwritten_page, 'figures': documents.figures_only,
}


@dataclass
class Page:
    image: np.ndarray
    core: np.ndarray
    height: np.ndarray
    turn: np.ndarray
    mark: np.ndarray
    kind: str


class Warp:
    """
    Lays a flat sheet on the page. `mapping` goes from page to sheet as PIL wants it: a projection, then a displacement for the curl.
    """

    def __init__(self, width, height, corners, curl=0.0, waves=1.0, phase=0.0):
        self.to_page = projection([(0, 0), (width, 0), (width, height), (0, height)], corners)
        self.to_sheet = np.linalg.inv(self.to_page)
        self.curl, self.rate, self.phase = curl, waves * 2 * math.pi / max(width, height), phase

    def shift(self, points):
        """How far above its flat place the sheet is looked up there."""
        return self.curl * np.sin(points[:, 0] * self.rate + self.phase)

    def forward(self, points: np.ndarray) -> np.ndarray:
        flat = points.astype(np.float64).copy()
        # The shift depends on x alone, which it leaves as it is.
        flat[:, 1] = points[:, 1] - self.shift(points)
        return project(self.to_page, flat)

    def apply(self, image: Image.Image) -> Image.Image:
        if not self.curl:
            return image.transform((SIZE, SIZE), Image.PERSPECTIVE, tuple((self.to_sheet / self.to_sheet[2, 2]).ravel()[:8]), Image.BICUBIC)
        step = 64
        ticks = np.arange(0, SIZE + 1, step)
        grid = np.stack(np.meshgrid(ticks, ticks), -1).reshape(-1, 2)
        sheet = project(self.to_sheet, grid)
        sheet[:, 1] += self.shift(sheet)
        sheet = sheet.reshape(len(ticks), len(ticks), 2)
        mesh = []
        for row in range(len(ticks) - 1):
            for column in range(len(ticks) - 1):
                quad = [sheet[row, column], sheet[row + 1, column], sheet[row + 1, column + 1], sheet[row, column + 1]]
                box = (column * step, row * step, (column + 1) * step, (row + 1) * step)
                mesh.append((box, tuple(float(value) for point in quad for value in point)))
        return image.transform((SIZE, SIZE), Image.MESH, mesh, Image.BICUBIC)


def projection(source, target) -> np.ndarray:
    """The 3 x 3 matrix of the perspective that takes four points to four others."""
    rows, values = [], []
    for (x, y), (u, v) in zip(source, target):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.append(np.linalg.solve(np.array(rows, float), np.array(values, float)), 1).reshape(3, 3)


def project(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    shifted = np.concatenate([points, np.ones((len(points), 1))], 1) @ matrix.T
    return shifted[:, :2] / shifted[:, 2:]


def colors(r: random.Random):
    """Paper and ink."""
    if r.random() < DARK_SHARE:
        paper = r.randint(0, 90)
        return paper, r.randint(max(150, paper + 110), 255)
    paper = r.choice([255, 255, 255, 250, r.randint(200, 255), r.randint(150, 255)])
    return paper, r.choice([0, 0, r.randint(0, 60), r.randint(0, max(1, min(110, paper - 110)))])


def make_page(seed: int, resources: Resources) -> Page:
    """The page of the seed; the same seed gives the same page. One that cannot be drawn is replaced by another, with a warning."""
    for attempt in range(ATTEMPTS):
        try:
            return draw_page(seed + attempt * 1_000_003, resources)
        except (ValueError, IndexError, OSError, ZeroDivisionError, np.linalg.LinAlgError) as error:
            print(f'page {seed}, attempt {attempt + 1}: {error!r}', file=sys.stderr)
    raise RuntimeError(f'page {seed} could not be drawn')


def draw_page(seed: int, resources: Resources) -> Page:
    r = random.Random(seed)
    kind = r.choices(list(KINDS), list(KINDS.values()))[0]
    paper, ink = colors(r)
    if kind in SHEETS:
        (least, most), (low, high) = SHEETS[kind]
        width = r.randint(least, most)
        height = min(int(width * r.uniform(low, high)), 1500 if kind == 'receipt photo' else SIZE)
    else:
        width = height = SIZE
    warped = kind in SHEETS or r.random() < WARPED_SHARE
    canvas = Canvas(r, resources, width, height, paper, ink)
    canvas.least_pitch = 9.4 if warped else 8.4
    if resources.others and r.random() < OTHER_SCRIPT_SHARE:
        canvas.use_script(choose_script(r, resources))
    if r.random() < 0.4:
        scenery.paper_texture(canvas)
    if kind not in SHEETS and r.random() < 0.08:
        scenery.show_through(canvas)
    DRAWERS[kind](canvas)
    if kind not in SHEETS:
        additions(canvas)
    if r.random() < 0.5:
        scenery.wear(canvas)
    image, lines, marks = lay_down(canvas, kind) if warped else (canvas.image, canvas.lines(), [corners_of(mark) for mark in canvas.marks])
    if r.random() < 0.15:
        stored = io.BytesIO()
        image.save(stored, 'JPEG', quality=r.randint(25, 90))
        image = Image.open(stored).convert('L')
    return Page(np.asarray(image), *draw_maps(lines, marks, SIZE), kind)


def choose_script(r: random.Random, resources: Resources) -> str:
    """East Asian scripts half of the time."""
    asian = [script for script in ('han', 'kana', 'hangul') if script in resources.others]
    return r.choice(asian if asian and r.random() < 0.5 else sorted(resources.others))


def additions(canvas: Canvas):
    """What is put on a finished page: stamps, notes, highlights, text at the margin."""
    for chance, add in ((0.06, blocks.stamp), (0.08, blocks.handwritten_note), (0.08, blocks.highlight), (0.12, blocks.margin_text), (0.03, blocks.upside_down_line)):
        if canvas.r.random() < chance:
            add(canvas)


def corners_of(box) -> np.ndarray:
    left, top, right, bottom = box
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)


def lay_down(canvas: Canvas, kind: str):
    """The sheet on its ground, and its lines and selection boxes where they came to lie."""
    r = canvas.r
    width, height = canvas.width, canvas.height
    is_sheet = kind in SHEETS
    scale = min(1.0, SIZE * 1.02 / height, SIZE * 1.02 / width) if not is_sheet else min(1.15, r.uniform(0.8, 1.1) * SIZE / max(width, height))
    if kind == 'receipt photo':
        scale = r.uniform(0.8, 1.1) * max(0.62, min(1.3, SIZE / height))
    angle = math.radians(r.gauss(0, 1.4) if r.random() < 0.85 else r.uniform(-12, 12))
    slack_x, slack_y = (SIZE - width * scale) / 2, (SIZE - height * scale) / 2
    x = SIZE / 2 + (r.uniform(-1, 1) * max(0, slack_x) if is_sheet else r.uniform(-15, 15))
    y = SIZE / 2 + (r.uniform(-1, 1) * max(12, slack_y) if is_sheet else r.uniform(-15, 15))
    bend = r.choice([0, 0.01, 0.03, 0.05, 0.08])
    corners = []
    for u, v in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
        u, v = (u * (1 + r.uniform(-bend, bend))) * width * scale, (v * (1 + r.uniform(-bend, bend))) * height * scale
        corners.append((x + u * math.cos(angle) - v * math.sin(angle), y + u * math.sin(angle) + v * math.cos(angle)))
    curl = r.uniform(2, 14) if r.random() < 0.35 and 'card' not in kind else 0.0
    warp = Warp(width, height, corners, curl, r.uniform(0.2, 0.9), r.uniform(0, 6))
    ground = scenery.desk(r, SIZE) if is_sheet or r.random() < 0.4 else Image.new('L', (SIZE, SIZE), r.choice([0, 255, canvas.paper, r.randint(0, 255)]))
    outline = Image.new('L', (width, height), 255)
    if 'card' in kind and r.random() < 0.7:
        outline = Image.new('L', (width, height), 0)
        canvas.draw.__class__(outline).rounded_rectangle([0, 0, width - 1, height - 1], width * r.uniform(0.02, 0.05), fill=255)
    mask = warp.apply(outline)
    if is_sheet and r.random() < 0.6:
        shadow = mask.resize((SIZE // 4, SIZE // 4)).filter(ImageFilter.GaussianBlur(r.uniform(1, 5))).resize((SIZE, SIZE), Image.BILINEAR)
        ground.paste(r.randint(0, 40), (r.randint(-8, 8), r.randint(-2, 10)), shadow.point(lambda value: int(value * 0.5)))
    ground.paste(warp.apply(canvas.image), (0, 0), mask)
    lines = [Line(warp.forward(divide(line.top, curl)), warp.forward(divide(line.bottom, curl)), line.turn) for line in canvas.lines()]
    marks = [warp.forward(corners_of(mark)) for mark in canvas.marks]
    return ground, lines, marks


def divide(points: np.ndarray, curl: float) -> np.ndarray:
    """More points along a straight edge where it is going to be curved."""
    if not curl or len(points) > 2:
        return points
    parts = max(2, int(np.abs(points[1] - points[0]).max() / 32) + 1)
    return np.linspace(points[0], points[1], parts)


def overlay(page: Page, scale: int) -> Image.Image:
    """The page with its maps over it."""
    picture = np.repeat(page.image[:, :, None], 3, 2).astype(np.float32)
    spread = lambda cells: np.kron(cells, np.ones((4, 4), np.uint8)) > 0
    for cells, color in ((page.core, (255, 0, 0)), (page.mark, (0, 190, 0))):
        where = spread(cells)
        picture[where] = picture[where] * 0.5 + np.array(color) * 0.5
    picture[spread((page.turn > 1).astype(np.uint8)), 2] = 255
    side = SIZE // scale
    return Image.fromarray(picture.astype(np.uint8)).resize((side, side), Image.LANCZOS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', required=True)
    parser.add_argument('--sheet')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--columns', type=int, default=3)
    parser.add_argument('--rows', type=int, default=2)
    parser.add_argument('--scale', type=int, default=2, help='the sheet shows pages this many times smaller')
    parser.add_argument('--kind', choices=list(KINDS), help='only pages of this kind')
    parser.add_argument('--measure', type=int, metavar='PAGES')
    options = parser.parse_args()
    resources = Resources(options.data)
    if options.kind:
        for kind in KINDS:
            KINDS[kind] = float(kind == options.kind)
    if options.measure:
        started, seen = time.process_time(), Counter()
        for seed in range(options.seed, options.seed + options.measure):
            before = time.process_time()
            kind = make_page(seed, resources).kind
            seen[kind] += time.process_time() - before
        spent = time.process_time() - started
        print(f'{options.measure / spent:.2f} pages a second; seconds by kind: {dict(seen.most_common())}', file=sys.stderr)
    if options.sheet:
        side = SIZE // options.scale
        sheet = Image.new('RGB', (side * options.columns, side * options.rows))
        for at in range(options.columns * options.rows):
            page = make_page(options.seed + at, resources)
            sheet.paste(overlay(page, options.scale), (at % options.columns * side, at // options.columns * side))
            print(options.seed + at, page.kind)
        sheet.save(options.sheet)


if __name__ == '__main__':
    main()
