// Hands the microphone's samples to the page in blocks. A file of its own because an AudioWorklet is loaded by address.
const blockSamples = 1_024

class Capture extends AudioWorkletProcessor {
  constructor() {
    super()
    this.block = new Float32Array(blockSamples)
    this.filled = 0
  }

  process([channels]) {
    for (const sample of channels[0] ?? []) {
      this.block[this.filled++] = sample
      if (this.filled === blockSamples) {
        this.port.postMessage(this.block.slice())
        this.filled = 0
      }
    }
    return true
  }
}

registerProcessor('capture', Capture)
