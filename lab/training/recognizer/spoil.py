"""Degradation by printers, paper, cameras, scanners and compression, for a whole batch on its device."""
import math
import random

import torch
import torch.nn.functional as F

#: Lines that are hardly degraded, and lines of photographs whose light has been evened out, as pages are before their lines are read.
GOOD_SCANS, PHOTOGRAPHS = 0.45, 0.28
BLURS = [(0.6, 0.6), (1.1, 1.1), (1.1, 0.4), (0.4, 1.3), (1.6, 1.6), (0.5, 2.0), (1.9, 0.5)]
#: Steps of a JPEG image's luminance at quality 50, by row and column of the frequency.
JPEG_STEPS = [
    [16, 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55], [14, 13, 16, 24, 40, 57, 69, 56], [14, 17, 22, 29, 51, 87, 80, 62],
    [18, 22, 37, 56, 68, 109, 103, 77], [24, 35, 55, 64, 81, 104, 113, 92], [49, 64, 78, 87, 103, 121, 120, 101], [72, 92, 95, 98, 112, 100, 103, 99],
]


def spoiled(ink: torch.Tensor, hands: torch.Tensor, few_rows: tuple = (10, 22), photographed_rows: tuple = (9, 24)) -> torch.Tensor:
    """
    From ink (0 to 1) to an image (0 black, 1 white); `hands` marks handwritten lines. Images of few pixels have between `few_rows`,
    photographs between `photographed_rows`.
    """
    count, device = ink.shape[0], ink.device

    def one(low: float = 0.0, high: float = 1.0) -> torch.Tensor:
        return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low

    def some(share: float) -> torch.Tensor:
        return one() < share

    def field(rows: int, columns: int) -> torch.Tensor:
        return F.interpolate(torch.rand(count, 1, rows, columns, device=device), size=ink.shape[2:], mode='bilinear', align_corners=False)

    ink = drawn = bent(ink)
    ink = torch.where(some(0.6) & hands[:, None, None, None], warped(ink), ink)
    ink = torch.where(some(0.10), F.max_pool2d(ink, 3, 1, 1), ink)
    thin = -F.max_pool2d(-ink, 3, 1, 1)
    ink = torch.where(some(0.10), thin * one(0.5, 0.9) + ink * 0.2, ink)
    width = ink.shape[3]
    if random.random() < 0.3:  # dot matrix
        pitch = random.choice([2, 3, 4])
        rows = torch.arange(ink.shape[2], device=device)[None, None, :, None] % pitch == 0
        columns = torch.arange(width, device=device)[None, None, None, :] % pitch == 0
        gaps = (rows | columns) if random.random() < 0.5 else rows
        ink = ink * (1 - gaps * one(0.2, 0.8) * some(0.4))
    if random.random() < 0.4:  # patches without ink
        ink = ink * (1 - (field(6, max(4, width // 20)) > 0.78) * one() * some(0.35))
    if random.random() < 0.35:  # weak stripes of worn thermal heads
        weak = field(1, max(6, width // 12)) if random.random() < 0.5 else field(8, 1)
        ink = ink * (1 - weak * one(0, 0.8) * some(0.5))
    if random.random() < 0.4:  # grains
        ink = ink * (1 - (torch.rand_like(ink) < one(0, 0.35)).float() * some(0.4))
    worn = torch.where(some(0.55), drawn, ink)
    for down, across in BLURS:
        if random.random() < 0.18:
            ink = torch.where(some(0.6), blurred(ink, down, across), ink)
    darkest = ink.amax((2, 3), keepdim=True).clamp(min=0.05)
    ink = ink * darkest.clamp(min=0.65) / darkest
    paper = one(0.5, 1.0)
    black = 0.9 * one(0.0, 0.5).minimum(paper - one(0.15, 0.4))
    contrast = paper - black
    ground = (1 - 0.6 * field(3, 5) * one(0, 0.35)) * paper
    if random.random() < 0.6:  # printed ground: waves, fine lines, blobs; weaker than the ink
        ground = ground - pattern(ink) * one(0.05, 0.3) * contrast * some(0.30)
    picture = ground - ink * contrast
    picture = picture + torch.randn_like(picture) * 0.11 * one() ** 2 * (2 * contrast).clamp(max=1)
    if random.random() < 0.5:  # a photograph of few pixels
        picture = torch.where(some(0.45), coarse(picture, random.uniform(*few_rows) / ink.shape[2]), picture)
    if random.random() < 0.15:  # sharpened by the camera
        picture = torch.where(some(0.4), picture + (picture - blurred(picture, 1.3, 1.3)) * one(0.5, 2.0), picture)
    picture = torch.where(some(0.08), (picture > paper - contrast * darkest.clamp(min=0.65) * one(0.35, 0.6)).float(), picture)
    picture = torch.where(some(0.07), 1 - picture, picture)
    picture = torch.where(some(0.05) & band(ink), 1 - picture, picture).clamp(0, 1)
    if random.random() < 0.5:
        picture = torch.where(some(0.35), compressed(picture, one(0.5, 2.5)), picture)
    # A good scan: hardly any noise, sharp or slightly blurred.
    scanned = one(0.85, 1.0) - torch.where(some(0.5), blurred(drawn, 0.6, 0.6), drawn) * one(0.55, 0.85) + torch.randn_like(picture) * one(0, 0.03)
    kind = one()
    picture = torch.where(kind < PHOTOGRAPHS, photographed(worn, photographed_rows), picture)
    return torch.where(kind > 1 - GOOD_SCANS, scanned, picture).clamp(0, 1)


def photographed(ink: torch.Tensor, rows: tuple) -> torch.Tensor:
    """White paper, gray letters, out of focus, of few pixels, with soft stains and the traces of compression."""
    count, device = ink.shape[0], ink.device

    def one(low: float = 0.0, high: float = 1.0) -> torch.Tensor:
        return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low

    def soft(rows: int, columns: int) -> torch.Tensor:
        return F.interpolate(torch.rand(count, 1, rows, columns, device=device), size=ink.shape[2:], mode='bicubic', align_corners=False)

    width = ink.shape[3]
    blur = random.choice([(0.5, 0.5), (0.7, 0.7), (0.8, 0.8), (1.0, 1.0), (1.2, 1.2), (1.4, 1.4), (0.6, 1.3), (1.3, 0.6), (0.5, 1.7)])
    ink = torch.where(one() < 0.8, blurred(ink, *blur), ink)
    darkest = ink.amax((2, 3), keepdim=True).clamp(min=0.05)
    ink = ink * darkest.clamp(min=0.8) / darkest
    # Letters fade from one part of the line to the next.
    ink = ink * (1 - soft(2, max(4, width // 40)).clamp(0, 1) * one(0, 0.55) * (one() < 0.4))
    picture = one(0.9, 1.0) - ink * one(0.4, 0.95) - (soft(3, max(4, width // 24)) - 0.4).clamp(min=0) * one(0, 0.2) * (one() < 0.35)
    picture = picture + torch.randn_like(picture) * one(0, 0.05) * (one() < 0.6)
    if random.random() < 0.7:
        picture = torch.where(one() < 0.7, coarse(picture, random.uniform(*rows) / ink.shape[2]), picture)
    if random.random() < 0.3:
        picture = torch.where(one() < 0.5, compressed(picture.clamp(0, 1), one(0.4, 1.8)), picture)
    # The paper is white at last, as after stretching the contrast.
    return torch.where(one() < 0.5, (picture / picture.amax((2, 3), keepdim=True).clamp(min=0.5)), picture)


def coarse(picture: torch.Tensor, scale: float) -> torch.Tensor:
    height, width = picture.shape[2:]
    small = F.interpolate(picture, size=(max(4, round(height * scale)), max(4, round(width * scale))), mode='bilinear', antialias=True, align_corners=False)
    small = small + torch.randn_like(small) * 0.02
    return F.interpolate(small, size=(height, width), mode='bilinear' if random.random() < 0.6 else 'bicubic', align_corners=False)


def pattern(ink: torch.Tensor) -> torch.Tensor:
    """Security prints and photographs behind text, 0 to 1: one kind per line."""
    count, _, height, width = ink.shape
    device = ink.device
    y, x = torch.arange(height, device=device)[None, None, :, None], torch.arange(width, device=device)[None, None, None, :]

    def one(low: float, high: float) -> torch.Tensor:
        return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low

    turn, length = one(0, math.pi), one(3, 40)
    across = x * turn.cos() + y * turn.sin()
    along = y * turn.cos() - x * turn.sin()
    wave = torch.sin(2 * math.pi * across / length + one(0, 4) * torch.sin(2 * math.pi * along / one(8, 90)) + one(0, 6))
    wave = torch.where(one(0, 1) < 0.5, (wave - 0.6).clamp(min=0) * 2.5, 0.5 + 0.5 * wave)
    rows, columns = random.choice([(2, 8), (4, 5), (8, 3)])
    blobs = F.interpolate(torch.rand(count, 1, rows, max(4, width * columns // 160), device=device), size=(height, width), mode='bicubic', align_corners=False)
    gradient = (across - across.amin((2, 3), keepdim=True)) / width
    kind = one(0, 1)
    return torch.where(kind < 0.55, wave, torch.where(kind < 0.85, blobs, gradient)).clamp(0, 1)


def band(ink: torch.Tensor) -> torch.Tensor:
    """A box around the text that ends inside the image: true within."""
    count, _, height, width = ink.shape
    device = ink.device

    def one(low: float, high: float) -> torch.Tensor:
        return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low

    y, x = torch.arange(height, device=device)[None, None, :, None], torch.arange(width, device=device)[None, None, None, :]
    inked = (ink.amax(2, keepdim=True) > 0.3).float()
    last, first = (inked * x).amax((2, 3), keepdim=True), width - 1 - (inked * (width - 1 - x)).amax((2, 3), keepdim=True)
    return (x > first - one(2, 14)) & (x < last + one(2, 14)) & (y > one(-8, 2)) & (y < height - one(-8, 3))


def compressed(picture: torch.Tensor, coarseness: torch.Tensor) -> torch.Tensor:
    """JPEG's loss: the frequencies of blocks of eight by eight pixels, rounded."""
    count, _, height, width = picture.shape
    device = picture.device
    place = torch.arange(8, device=device, dtype=torch.float32)
    cosines = torch.cos(math.pi * (2 * place[None] + 1) * place[:, None] / 16) * 0.5
    cosines[0] *= math.sqrt(0.5)
    steps = torch.tensor(JPEG_STEPS, device=device, dtype=torch.float32) / 255 * coarseness.reshape(count, 1, 1, 1, 1)
    blocks = (picture.float() - 0.5).reshape(count, height // 8, 8, width // 8, 8).permute(0, 1, 3, 2, 4)
    found = cosines @ blocks @ cosines.T
    kept = torch.round(found / steps) * steps
    return (cosines.T @ kept @ cosines).permute(0, 1, 3, 2, 4).reshape(count, 1, height, width) + 0.5


def bent(ink: torch.Tensor) -> torch.Tensor:
    count, device = ink.shape[0], ink.device

    def about(middle: float, spread: float) -> torch.Tensor:
        return middle + (torch.rand(count, device=device) - 0.5) * spread

    slant = about(0, 0.6) * ink.shape[2] / ink.shape[3]
    # Narrower from the left end on: the image may not lose a letter at either end.
    narrower = about(1.03, 0.06)
    left = narrower - 1 + about(0, 6) / ink.shape[3]
    rows = [torch.stack([narrower, slant, left], 1), torch.stack([about(0, 0.08), about(1.02, 0.18), about(0, 0.10)], 1)]
    grid = F.affine_grid(torch.stack(rows, 1), list(ink.shape), align_corners=False)
    # The baseline of curled paper.
    swing = about(0, 0.36) * (torch.rand(count, device=device) < 0.25)
    wave = torch.sin(grid[..., 0] * about(2.5, 3.5)[:, None, None] + about(0, 6.28)[:, None, None])
    grid = torch.stack([grid[..., 0], grid[..., 1] + swing[:, None, None] * wave], -1)
    # Seen from the side, one end is lower than the other.
    squeeze = about(0, 0.30) * (torch.rand(count, device=device) < 0.2)
    taller = 1 + squeeze[:, None, None] * grid[..., 0] + squeeze.abs()[:, None, None]
    grid = torch.stack([grid[..., 0], grid[..., 1] * taller], -1)
    return F.grid_sample(ink, grid, align_corners=False)


def warped(ink: torch.Tensor) -> torch.Tensor:
    """Elastic distortion, so that no two handwritten letters are the same."""
    count, _, height, width = ink.shape
    pulls = torch.randn(count, 2, 4, max(4, width // 10), device=ink.device) * torch.rand(count, 1, 1, 1, device=ink.device)
    pulls = F.interpolate(pulls, size=(height, width), mode='bicubic', align_corners=False).permute(0, 2, 3, 1)
    furthest = torch.tensor([2.5 / width, 2.5 / height], device=ink.device)
    level = torch.tensor([[1.0, 0, 0], [0, 1.0, 0]], device=ink.device).expand(count, 2, 3)
    return F.grid_sample(ink, F.affine_grid(level, list(ink.shape), align_corners=False) + pulls * furthest, align_corners=False)


def blurred(ink: torch.Tensor, down: float, across: float) -> torch.Tensor:
    places = torch.arange(-3, 4, device=ink.device, dtype=torch.float32)
    kernel = torch.exp(-places ** 2 / (2 * down ** 2))[:, None] * torch.exp(-places ** 2 / (2 * across ** 2))[None]
    return F.conv2d(ink, (kernel / kernel.sum())[None, None], padding=3)
