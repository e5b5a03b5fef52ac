"""Degradation by printers, paper, cameras and scanners, for a whole batch on its device."""
import random

import torch
import torch.nn.functional as F

BLURS = [(0.6, 0.6), (1.1, 1.1), (1.1, 0.4), (0.4, 1.3), (1.6, 1.6)]


def spoiled(ink: torch.Tensor, hands: torch.Tensor) -> torch.Tensor:
    """From ink (0 to 1) to an image (0 black, 1 white); `hands` marks handwritten lines."""
    count, device = ink.shape[0], ink.device

    def one(low: float = 0.0, high: float = 1.0) -> torch.Tensor:
        return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low

    def some(share: float) -> torch.Tensor:
        return one() < share

    def field(rows: int, columns: int) -> torch.Tensor:
        return F.interpolate(torch.rand(count, 1, rows, columns, device=device), size=ink.shape[2:], mode='bilinear', align_corners=False)

    ink = bent(ink)
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
    for down, across in BLURS:
        if random.random() < 0.25:
            ink = torch.where(some(0.6), blurred(ink, down, across), ink)
    paper, black = one(0.5, 1.0), one(0.0, 0.5)
    shade = field(3, 5) * one(0, 0.35)
    picture = (1 - 0.6 * shade) * paper - ink * (paper - 0.9 * black.minimum(paper - 0.12))
    picture = picture + torch.randn_like(picture) * one(0, 0.10)
    picture = torch.where(some(0.12), (picture > picture.mean((2, 3), keepdim=True)).float(), picture)
    picture = torch.where(some(0.05), 1 - picture, picture)
    return picture.clamp(0, 1)


def bent(ink: torch.Tensor) -> torch.Tensor:
    count, device = ink.shape[0], ink.device

    def about(middle: float, spread: float) -> torch.Tensor:
        return middle + (torch.rand(count, device=device) - 0.5) * spread

    slant = about(0, 0.8) * ink.shape[2] / ink.shape[3]
    rows = [torch.stack([about(1, 0.06), slant, about(0, 0.01)], 1), torch.stack([about(0, 0.08), about(1, 0.20), about(0, 0.12)], 1)]
    return F.grid_sample(ink, F.affine_grid(torch.stack(rows, 1), list(ink.shape), align_corners=False), align_corners=False)


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
