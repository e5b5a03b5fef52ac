"""
Resumes from exported weights. An export merges each normalization into the convolution before it. Here the merged
convolution is loaded, and its normalization is set to be the identity on lines like those given, so that the network
produces the same output as before and can be trained further. The network may have more attention layers and more classes
than the exported one: new layers start as the identity, new classes as improbable. Eight-bit weights are taken as the
numbers they stand for.
"""
import onnx
import torch
from onnx import numpy_helper
from torch import nn

#: Scores of classes that the exported network did not have.
NEW_CLASS_BIAS = -6.0
#: How quantization names a constant after it.
QUANTIZED = '_DequantizeLinear_Output'


@torch.no_grad()
def with_weights(network: nn.Module, file: str, pictures: torch.Tensor) -> None:
    graph = onnx.load(file).graph
    values = floats(graph)
    named = dict(network.named_parameters())
    for layer in network.layers:
        for part in (layer.out, layer.narrow):
            part.weight.zero_()
            part.bias.zero_()
    network.name.weight.mul_(0.1)
    network.name.bias.fill_(NEW_CLASS_BIAS)
    for name in values.keys() & named.keys():
        named[name][:len(values[name])].copy_(values[name])
    parts = list(network.modules())
    # Unnamed initializers are in the order of the network.
    *products, last = [values[node.input[1]] for node in graph.node if node.op_type == 'MatMul' and node.input[1] in values]
    for layer, value in zip([part for part in parts if isinstance(part, nn.Linear)], products):
        layer.weight.copy_(value.T)
    network.name.weight[:last.shape[1]].copy_(last.T)
    merged = [(values[node.input[1]], values[node.input[2]]) for node in graph.node if node.op_type == 'Conv' and node.input[1] not in named]
    normalized = [(part, after) for part, after in zip(parts, parts[1:]) if isinstance(after, nn.BatchNorm2d)]
    hooks = []
    for (convolution, norm), (weight, bias) in zip(normalized, merged, strict=True):
        convolution.weight.copy_(weight)
        hooks.append(norm.register_forward_pre_hook(undoing(bias.to(pictures.device))))
    network.eval()(pictures)
    network.train()
    for hook in hooks:
        hook.remove()


def floats(graph: onnx.GraphProto) -> dict[str, torch.Tensor]:
    """The constants of a graph by name; the nodes then name those of eight bits as they were before quantization."""
    values = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    for node in graph.node:
        if node.op_type == 'DequantizeLinear' and node.input[0] in values:
            whole, scale, zero = (values[name].float() for name in node.input)
            axis = next((one.i for one in node.attribute if one.name == 'axis'), 1)
            shape = [-1 if place == axis % max(1, whole.dim()) else 1 for place in range(whole.dim())] if scale.dim() else []
            values[node.output[0].removesuffix(QUANTIZED)] = (whole - zero.reshape(shape)) * scale.reshape(shape)
        node.input[:] = [name.removesuffix(QUANTIZED) for name in node.input]
    return values


def undoing(bias: torch.Tensor):
    def hook(norm: nn.BatchNorm2d, given: tuple[torch.Tensor]) -> None:
        variance, mean = torch.var_mean(given[0], (0, 2, 3), correction=0)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.copy_(mean + bias)
    return hook
