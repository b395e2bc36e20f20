/* Search of a site that is opened from the disk: browsers refuse workers there, so the worker's script runs in a hidden
   frame that is spoken to as a worker is. mkdocs-material looks for `IFrameWorker` to find its own files. */
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      const inside = (this.inside = frame.contentWindow)
      const load = (address) =>
        new Promise((resolve, reject) => {
          const script = frame.contentDocument.createElement("script")
          script.src = new URL(address, location.href).href
          script.onload = resolve
          script.onerror = reject
          frame.contentDocument.body.append(script)
        })
      inside.importScripts = (...addresses) => addresses.reduce((last, one) => last.then(() => load(one)), Promise.resolve())
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }))
      this.loaded = load(url)
    }
    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })))
    }
    terminate() {
      this.inside.frameElement.remove()
    }
  }
}
