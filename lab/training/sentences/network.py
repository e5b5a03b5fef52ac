"""
The sentence encoder: words as sums of gram vectors, a few transformer layers over them, and two outputs: a vector of the
sentence (mean over words, 384 numbers) and a vector of each word in its sentence (96 numbers), all of length 1.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

GRAM, WIDTH, LAYERS, HEADS, SPREAD, WORD, POSITIONS = 160, 384, 3, 6, 1152, 96, 64


class Take(torch.autograd.Function):
    """Rows of a table; its backward adds row by row, which is many times faster than that of indexing where rows recur."""

    @staticmethod
    def forward(ctx, table, ids):
        ctx.save_for_backward(ids)
        ctx.rows = len(table)
        return table[ids]

    @staticmethod
    def backward(ctx, slope):
        ids = ctx.saved_tensors[0].flatten()
        return slope.new_zeros(ctx.rows, slope.shape[-1]).index_add_(0, ids, slope.reshape(len(ids), -1)), None


class Layer(nn.Module):
    def __init__(self, dropout: float):
        super().__init__()
        self.attention_norm, self.forward_norm = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.attended = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.spread, self.gather = nn.Linear(WIDTH, SPREAD), nn.Linear(SPREAD, WIDTH)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        rows, words = x.shape[:2]
        q, k, v = self.qkv(self.attention_norm(x)).view(rows, words, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4).unbind(0)
        if hasattr(F, 'scaled_dot_product_attention'):
            attended = F.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype))
        else:
            attended = (q @ k.transpose(2, 3) * (WIDTH // HEADS) ** -0.5 + bias).softmax(-1) @ v
        x = x + self.dropout(self.attended(attended.transpose(1, 2).reshape(rows, words, WIDTH)))
        return x + self.dropout(self.gather(F.gelu(self.spread(self.forward_norm(x)), approximate='tanh')))


class Body(nn.Module):
    """From the sums of gram vectors, [rows, words, GRAM], to both outputs; this part is exported."""

    def __init__(self, dropout: float = 0.1):
        super().__init__()
        self.widen, self.first_norm = nn.Linear(GRAM, WIDTH), nn.LayerNorm(WIDTH)
        self.positions = nn.Parameter(torch.randn(POSITIONS, WIDTH) * 0.02)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        self.last_norm = nn.LayerNorm(WIDTH)
        self.sentence, self.word = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WORD)

    def forward(self, sums: torch.Tensor, used: torch.Tensor, positions: torch.Tensor):
        x = self.first_norm(self.widen(sums)) + Take.apply(self.positions, positions)
        bias = torch.where(used, 0.0, -1e4)[:, None, None]
        for layer in self.layers:
            x = layer(x, bias)
        x = self.last_norm(x)
        keep = used.unsqueeze(-1).to(x.dtype)
        mean = (x * keep).sum(1) / keep.sum(1).clamp(min=1)
        return F.normalize(self.sentence(mean).float(), dim=-1), F.normalize(self.word(x).float(), dim=-1)


class Sum(torch.autograd.Function):
    """Sums of table rows, with such a backward."""

    @staticmethod
    def forward(ctx, table, ids, lengths):
        ctx.save_for_backward(ids, lengths)
        ctx.rows = len(table)
        return F.embedding_bag(ids, table, lengths.cumsum(0) - lengths, mode='sum')

    @staticmethod
    def backward(ctx, slope):
        ids, lengths = ctx.saved_tensors
        return slope.new_zeros(ctx.rows, slope.shape[1]).index_add_(0, ids, slope.repeat_interleave(lengths, 0, output_size=len(ids))), None, None


class Encoder(nn.Module):
    def __init__(self, vectors: int, dropout: float = 0.1):
        super().__init__()
        self.table = nn.Embedding(vectors, GRAM)
        nn.init.normal_(self.table.weight, std=0.1)
        with torch.no_grad():
            self.table.weight[0] = 0
        self.body = Body(dropout)

    def sums(self, grams: torch.Tensor) -> torch.Tensor:
        """The vectors of words given as rows of grams, 0 where a row has ended."""
        used = grams > 0
        lengths = used.sum(1)
        return Sum.apply(self.table.weight, grams[used], lengths) * lengths.clamp(min=1)[:, None].to(self.table.weight.dtype) ** -0.5
