/** For tests only: a real ONNX graph that sherpa-onnx loads as a speaker model. */
import { FLOAT, graphModel, int, ints, node, value } from './toy-onnx.ts'

/** What it says of itself. */
export const SPEAKER_METADATA: Readonly<Record<string, string>> = {
  framework: 'wespeaker',
  output_dim: '80',
  sample_rate: '16000',
  normalize_samples: '1',
  language: 'English',
  feature_normalize_type: '',
}

/** Filterbank energies [1, frames, 80] → their mean over time [1, 80]: a poor speaker model, but a true one. */
export function toySpeakerGraph(
  metadata: Readonly<Record<string, string>> = SPEAKER_METADATA,
): Uint8Array {
  const graph = {
    nodes: [node('ReduceMean', ['feats'], 'embs', [ints('axes', [1]), int('keepdims', 0)])],
    initializers: [],
    inputs: [value('feats', FLOAT, [1, 'T', 80])],
    outputs: [value('embs', FLOAT, [1, 80])],
  }
  return graphModel(graph, metadata)
}
