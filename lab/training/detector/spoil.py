"""Degradation of pages by printers, scanners and cameras, and random crops at random scales, for a whole batch on its device."""
import math

import torch
import torch.nn.functional as F

CROP = 576
#: Lines lower than this many pixels after scaling are not legible: the network is neither rewarded nor punished there.
MIN_HEIGHT = 5.0


def cropped(pages: dict, count: int, generator: torch.Generator):
    """Random crops: image (0 to 1), core, height (log of pixels in the crop), turn (0 none, 1 to 4), mark."""
    device = pages['image'].device

    def rand(*shape):
        return torch.rand(*shape, device=device, generator=generator)

    chosen = torch.randint(len(pages['image']), (count,), device=device, generator=generator)
    size = pages['image'].shape[-1]
    # Most crops are within a factor of 1.6 of the page's own scale; small print also occurs enlarged.
    zoom = torch.exp((rand(count) - 0.45) * 1.5)
    angle = torch.randn(count, device=device, generator=generator) * 0.012
    angle = angle + (rand(count) < 0.12) * (rand(count) - 0.5) * 0.5
    shear = torch.randn(count, device=device, generator=generator) * 0.015
    stretch = torch.exp((rand(count) - 0.5) * 0.3)
    k = CROP / size / zoom
    at = (rand(2, count) * 2 - 1) * (1 - k).clamp(min=0)
    rows = [torch.stack([k * stretch * torch.cos(angle), -k * torch.sin(angle) + shear * k, at[0]], 1), torch.stack([k * torch.sin(angle), k * torch.cos(angle), at[1]], 1)]
    transform = torch.stack(rows, 1)
    fine = F.affine_grid(transform, (count, 1, CROP, CROP), align_corners=False)
    coarse = F.affine_grid(transform, (count, 1, CROP // 4, CROP // 4), align_corners=False)

    def at_quarter(name: str, mode: str = 'bilinear'):
        return F.grid_sample(pages[name][chosen].float().unsqueeze(1), coarse, mode=mode, align_corners=False)

    source = pages['image'][chosen].float().unsqueeze(1) / 255
    # Without an average over the source pixels, small print would alias when it is scaled down.
    small = F.avg_pool2d(F.pad(source, (0, 1, 0, 1), mode='replicate'), 2, 1)
    source = torch.where((zoom < 0.75)[:, None, None, None], small, source)
    image = F.grid_sample(source, fine, padding_mode='border', align_corners=False)
    height = at_quarter('height', 'nearest')
    known = height > 0.5
    height = torch.where(known, height + torch.log(zoom)[:, None, None, None], height)
    return quarter_turned(image, at_quarter('core') / 255, height, at_quarter('turn', 'nearest'), at_quarter('mark') / 255, generator)


def quarter_turned(image, core, height, turn, mark, generator):
    """A fifth each is turned by 90, 180 and 270 degrees."""
    count = len(image)
    image, core, height, turn, mark = (part.clone() for part in (image, core, height, turn, mark))
    turns = torch.randint(5, (count,), device=image.device, generator=generator) % 4
    turns[torch.rand(count, device=image.device, generator=generator) < 0.15] = 0
    for quarters in (1, 2, 3):
        which = turns == quarters
        for part in (image, core, height, turn, mark):
            # torch turns counterclockwise.
            part[which] = torch.rot90(part[which], -quarters, (2, 3))
    turned = (turn - 1 + turns[:, None, None, None]) % 4 + 1
    return image, core, height, torch.where(turn > 0.5, turned, turn), mark


def spoiled(image: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    count, device = image.shape[0], image.device

    def one(low: float = 0.0, high: float = 1.0):
        return torch.rand(count, 1, 1, 1, device=device, generator=generator) * (high - low) + low

    def some(share: float):
        return one() < share

    def field(rows: int, columns: int):
        return F.interpolate(torch.rand(count, 1, rows, columns, device=device, generator=generator), size=image.shape[2:], mode='bicubic', align_corners=False)

    def noise():
        return torch.randn(image.shape, device=device, generator=generator)

    thin, thick = F.max_pool2d(image, 3, 1, 1), -F.max_pool2d(-image, 3, 1, 1)
    image = torch.where(some(0.10), 0.5 * image + 0.5 * thin, image)
    image = torch.where(some(0.10), 0.5 * image + 0.5 * thick, image)
    image = torch.where(some(0.30), blurred(image, 0.7), image)
    image = torch.where(some(0.20), blurred(image, 1.2), image)
    image = torch.where(some(0.08), blurred(image, 1.8), image)
    lower = CROP * 2 // 3
    coarse = F.interpolate(F.interpolate(image, size=(lower, lower), mode='bilinear', align_corners=False), size=image.shape[2:], mode='bilinear', align_corners=False)
    image = torch.where(some(0.2), coarse, image)
    # Missing ink and light stains, then uneven light.
    image = torch.where(some(0.12), image + (1 - image) * (field(40, 40) > 0.72) * one(0, 0.8), image)
    image = image * (1 - some(0.5) * one(0, 0.5) * field(3, 3).clamp(0, 1))
    image = image * (1 - some(0.12) * one(0.1, 0.5) * (field(4, 4) > 0.6))
    image = (image - 0.5) * one(0.25, 1.0) + 0.5 + one(-0.18, 0.18)
    image = image + noise() * one(0, 0.10) * some(0.6)
    image = torch.where(some(0.06), (image > image.mean((2, 3), keepdim=True) - 0.08).float(), image)
    image = torch.where(some(0.06), 1 - image, image)
    return image.clamp(0, 1)


def blurred(image: torch.Tensor, deviation: float) -> torch.Tensor:
    reach = math.ceil(2 * deviation)
    places = torch.arange(-reach, reach + 1, device=image.device, dtype=torch.float32)
    kernel = torch.exp(-places ** 2 / (2 * deviation ** 2))
    kernel = kernel / kernel.sum()
    image = F.conv2d(F.pad(image, (reach, reach, 0, 0), mode='replicate'), kernel[None, None, None, :])
    return F.conv2d(F.pad(image, (0, 0, reach, reach), mode='replicate'), kernel[None, None, :, None])
