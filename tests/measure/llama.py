# SPDX-License-Identifier: BSL-1.0
"""Llama in PyTorch, with the shapes that Meta published, as far as a step of one GPU needs it: random weights, compiled layer by layer."""
import torch
import torch.nn.functional as F
from torch import nn


def only_flash_attention():
    """Of the kernels behind scaled_dot_product_attention, so that a row can say which it was."""
    torch.backends.cuda.enable_flash_sdp(True)
    for other in (torch.backends.cuda.enable_cudnn_sdp, torch.backends.cuda.enable_mem_efficient_sdp, torch.backends.cuda.enable_math_sdp):
        other(False)


def compiled_anew(function):
    """With the shapes that it meets first, whatever was compiled before."""
    torch._dynamo.reset()
    return torch.compile(function, dynamic=False)


def norm(x, weight):
    wide = x.float()
    return (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-5)).to(x.dtype) * weight.to(x.dtype)


def angles(positions, size):
    """Cosines and sines of rotary positions: tokens x half a head."""
    turns = positions[:, None].float() * 500000.0 ** (-torch.arange(0, size, 2, device="cuda").float() / size)
    return turns.cos(), turns.sin()


def rotated(x, cos, sin):
    """Of sequences x tokens x heads x size."""
    left, right = x.float().chunk(2, dim=-1)
    cos, sin = cos[:, None, :], sin[:, None, :]
    return torch.cat((left * cos - right * sin, right * cos + left * sin), dim=-1).to(x.dtype)


def attended(q, k, v, causal):
    """Of sequences x tokens x heads x size; several heads of queries share one of keys."""
    q, k, v = (each.transpose(1, 2) for each in (q, k, v))
    return F.scaled_dot_product_attention(q, k, v, is_causal=causal, enable_gqa=q.shape[1] != k.shape[1]).transpose(1, 2).flatten(2)


class Layer(nn.Module):
    """As it is trained: a product for each matrix."""

    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        width, kv = shape.width, shape.kv_heads * shape.head_size

        def matrix(inputs, outputs):
            made = nn.Linear(inputs, outputs, bias=False, device="cuda")
            nn.init.normal_(made.weight, std=0.02)
            return made

        self.q, self.k, self.v, self.o = matrix(width, width), matrix(width, kv), matrix(width, kv), matrix(width, width)
        self.gate, self.up, self.down = matrix(width, shape.inner), matrix(width, shape.inner), matrix(shape.inner, width)
        self.before_attention, self.before_network = (nn.Parameter(torch.ones(width, device="cuda")) for _ in range(2))

    def forward(self, x, cos, sin):
        h = norm(x, self.before_attention)
        q, k, v = (of(h).unflatten(-1, (-1, self.shape.head_size)) for of in (self.q, self.k, self.v))
        x = x + self.o(attended(rotated(q, cos, sin), rotated(k, cos, sin), v, True))
        h = norm(x, self.before_network)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


class Trained(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.embedding = nn.Parameter(torch.randn(shape.vocabulary, shape.width, device="cuda") * 0.02)
        self.head = self.embedding if shape.tied else nn.Parameter(torch.randn(shape.vocabulary, shape.width, device="cuda") * 0.02)
        self.norm = nn.Parameter(torch.ones(shape.width, device="cuda"))


class Served:
    """As it is served: weights in bf16, one product for queries, keys and values, and one for gate and up."""

    def __init__(self, shape):
        self.shape = shape

        def matrix(outputs, inputs):
            return torch.randn(outputs, inputs, device="cuda", dtype=torch.bfloat16) * 0.02

        def ones():
            return torch.ones(shape.width, device="cuda", dtype=torch.bfloat16)

        heads = (shape.heads + 2 * shape.kv_heads) * shape.head_size
        self.layers = [(ones(), matrix(heads, shape.width), matrix(shape.width, shape.width), ones(), matrix(2 * shape.inner, shape.width),
                        matrix(shape.width, shape.inner)) for _ in range(shape.layers)]
        self.embedding, self.head, self.norm = matrix(shape.vocabulary, shape.width), matrix(shape.vocabulary, shape.width), ones()

    def cache(self, sequences, tokens):
        """A static one: keys and values of each layer."""
        return [tuple(torch.randn(sequences, tokens, self.shape.kv_heads, self.shape.head_size, device="cuda", dtype=torch.bfloat16)
                      for _ in range(2)) for _ in range(self.shape.layers)]

    def layer(self, x, cos, sin, weights, keys, values):
        """The tokens of x are the cache's last ones."""
        before_attention, qkv, o, before_network, gate_up, down = weights
        tokens = x.shape[1]
        heads = F.linear(norm(x, before_attention), qkv).unflatten(-1, (-1, self.shape.head_size))
        q, k, v = heads.split((self.shape.heads, self.shape.kv_heads, self.shape.kv_heads), dim=2)
        keys[:, -tokens:].copy_(rotated(k, cos, sin))
        values[:, -tokens:].copy_(v)
        x = x + F.linear(attended(rotated(q, cos, sin), keys, values, tokens > 1), o)
        gate, up = F.linear(norm(x, before_network), gate_up).chunk(2, dim=-1)
        return x + F.linear(F.silu(gate) * up, down)

    def sampled(self, x):
        """The likeliest token after each sequence's last."""
        return F.linear(norm(x[:, -1:], self.norm), self.head).argmax(dim=-1)
