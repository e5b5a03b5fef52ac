"""Turns samples into what the network sees: moved, turned and warped, in other light, blurred, noisy, shrunk, compressed. Runs on the GPU."""
import math

import torch
import torch.nn.functional as F

SIDE = 160


def spoiled(images: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Samples of 0 to 255 (count, side, side, 3) with a border; returns (count, 3, SIDE, SIDE) of 0 to 255, whole numbers."""
    device, count = images.device, images.shape[0]
    uniform = lambda low, high, *shape: low + (high - low) * torch.rand(count, *shape, device=device, generator=generator)
    normal = lambda *shape: torch.randn(count, *shape, device=device, generator=generator)
    pictures = images.permute(0, 3, 1, 2).float() / 255
    pictures = moved(pictures, uniform, normal)
    pictures = lit(pictures, uniform, normal)
    pictures = shrunk(pictures, uniform)
    pictures = blurred(pictures, uniform)
    pictures = (pictures + normal(3, SIDE, SIDE) * uniform(0, 1, 1, 1, 1) ** 3 * 0.09 + normal(1, SIDE, SIDE) * uniform(0, 1, 1, 1, 1) ** 4 * 0.08).clamp(0, 1)
    pictures = compressed(pictures, uniform)
    return (pictures.clamp(0, 1) * 255).round()


def moved(pictures: torch.Tensor, uniform, normal) -> torch.Tensor:
    """The landmarks of a real face are not exact, and faces have many shapes."""
    count, side = pictures.shape[0], pictures.shape[2]
    turn = normal(1, 1) * 0.07
    scale = torch.exp(normal(1, 1) * 0.06)
    stretch = torch.exp(normal(1, 1) * 0.05)
    axis = (torch.arange(SIDE, device=pictures.device) + 0.5) / SIDE * 2 - 1
    y, x = torch.meshgrid(axis, axis, indexing='ij')
    x, y = x[None] * scale * stretch, y[None] * scale / stretch
    grid = torch.stack([x * torch.cos(turn) - y * torch.sin(turn), x * torch.sin(turn) + y * torch.cos(turn)], 3) * (SIDE / side)
    grid = grid + normal(1, 1, 2) * (5 / side)
    waves = F.interpolate(normal(2, 5, 5) * uniform(0, 1, 1, 1, 1) * (5 / side), (SIDE, SIDE), mode='bicubic', align_corners=True)
    return F.grid_sample(pictures, grid + waves.permute(0, 2, 3, 1), mode='bilinear', padding_mode='zeros', align_corners=False)


def lit(pictures: torch.Tensor, uniform, normal) -> torch.Tensor:
    gray = pictures.mean(1, keepdim=True)
    color = uniform(0, 1.5, 1, 1, 1) * (uniform(0, 1, 1, 1, 1) > 0.08)
    pictures = gray + (pictures - gray) * color
    pictures = pictures * torch.exp(normal(3, 1, 1) * 0.1)
    lamp = F.interpolate(normal(1, 3, 3) * uniform(0, 0.45, 1, 1, 1), (SIDE, SIDE), mode='bicubic', align_corners=True)
    pictures = (pictures * torch.exp(lamp)).clamp(1e-3, 1)
    pictures = pictures ** torch.exp(normal(1, 1, 1) * 0.3)
    mean = pictures.mean((1, 2, 3), keepdim=True)
    return ((pictures - mean) * torch.exp(normal(1, 1, 1) * 0.2) + mean + normal(1, 1, 1) * 0.06).clamp(0, 1)


def shrunk(pictures: torch.Tensor, uniform) -> torch.Tensor:
    """Small faces are enlarged for the network. One size for each part of the batch."""
    order, parts = torch.randperm(pictures.shape[0], device=pictures.device), []
    for part in pictures[order].chunk(16):
        side = round(SIDE / (1 + 1.8 * float(torch.rand(1)) ** 2))
        if side < SIDE:
            part = F.interpolate(part, (side, side), mode='bilinear', antialias=True)
            part = F.interpolate(part, (SIDE, SIDE), mode='bilinear')
        parts.append(part)
    return torch.cat(parts)[torch.argsort(order)]


def blurred(pictures: torch.Tensor, uniform) -> torch.Tensor:
    """Out of focus, or sharpened by the camera."""
    count = pictures.shape[0]
    reach = torch.arange(-5, 6, device=pictures.device).float()
    width = uniform(0, 1, 1) ** 3 * 1.9 + 0.05
    kernel = torch.exp(-reach[None] ** 2 / (2 * width ** 2))
    kernel = kernel / kernel.sum(1, keepdim=True)
    flat = pictures.reshape(1, count * 3, SIDE, SIDE)
    rows = kernel.repeat_interleave(3, 0)
    flat = F.conv2d(flat, rows[:, None, None, :], padding=(0, 5), groups=count * 3)
    flat = F.conv2d(flat, rows[:, None, :, None], padding=(5, 0), groups=count * 3)
    soft = flat.reshape(count, 3, SIDE, SIDE)
    sharpen = (uniform(0, 1, 1, 1, 1) < 0.2).float() * uniform(0.2, 1.2, 1, 1, 1)
    return (soft + sharpen * (pictures - F.avg_pool2d(pictures, 3, 1, 1))).clamp(0, 1)


BASE = torch.tensor([16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
                     18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99]).float()


def compressed(pictures: torch.Tensor, uniform) -> torch.Tensor:
    """The loss of JPEG: coefficients of 8 x 8 blocks are rounded."""
    device, count = pictures.device, pictures.shape[0]
    k = torch.arange(8, device=device).float()
    basis = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * torch.where(k == 0, math.sqrt(1 / 8), 0.5)[:, None]
    blocks = pictures.reshape(count, 3, SIDE // 8, 8, SIDE // 8, 8).permute(0, 1, 2, 4, 3, 5) * 255 - 128
    parts = basis @ blocks @ basis.T
    table = BASE.to(device).reshape(8, 8) * (uniform(0, 1, 1, 1, 1, 1, 1) ** 2 * 1.3 + 0.02)
    back = basis.T @ ((parts / table).round() * table) @ basis
    return (back + 128).permute(0, 1, 2, 4, 3, 5).reshape(count, 3, SIDE, SIDE) / 255
