"""
The mean of the weights of two trainings, one of which continued the other.

    python3 average.py ONE.pt OTHER.pt MEAN.pt
"""
import sys

import torch


def main() -> None:
    one, other = (torch.load(path, map_location='cpu') for path in sys.argv[1:3])
    mean = {name: ((value.float() + other[name].float()) / 2).half() if value.dtype == torch.float16 else other[name] for name, value in one.items()}
    torch.save(mean, sys.argv[3])


if __name__ == '__main__':
    main()
