import { retryLoad } from "./retry-load.ts";
import { notify } from "./toast.tsx";
import { loadPartTexts } from "./ui-messages.ts";

interface LoadPart<Loaded> {
  (): Promise<Loaded>;
  /** Fetches the code, so that it is there when the part is shown. A failure is ignored: it is requested again then. */
  readonly ahead: () => Promise<void>;
}

/** Parts whose code could not be fetched yet: one notice is about all of them. */
let missingParts = 0;

/**
 * Loads the code of a part that is shown on demand, for `dynamic` and `lazy`. They keep a failure for good and throw it
 * while rendering: with a network that is gone for a moment, the whole page would be lost with all that is open in it.
 */
export function loadPart<Loaded>(load: () => Promise<Loaded>): LoadPart<Loaded> {
  let loaded: LoadedPart<Loaded> | undefined;
  const keep = (part: Loaded) => {
    loaded = new LoadedPart(part);
    return part;
  };
  const fetchPart = async () => {
    let isMissing = false;
    try {
      return await retryLoad(load, () => {
        isMissing = true;
        missingParts += 1;
        if (missingParts === 1) notify.failed(loadPartTexts.notLoaded, loadPartTexts.appearsLater);
      });
    } finally {
      if (isMissing) missingParts -= 1;
    }
  };
  const request = () => loaded ?? fetchPart().then(keep);
  const ahead = async () => {
    await load().then(keep, () => undefined);
  };
  return Object.assign(request, { ahead });
}

/**
 * A part that is there. It answers at once: `lazy` would show the fallback for the turn that a promise takes, and React
 * waits 300 ms until it replaces a fallback.
 */
class LoadedPart<Loaded> extends Promise<Loaded> {
  static override get [Symbol.species]() {
    return Promise;
  }

  readonly #part: Loaded;

  constructor(part: Loaded) {
    super((resolve) => resolve(part));
    this.#part = part;
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise
  override then<Result = Loaded, Failed = never>(
    onLoaded?: ((part: Loaded) => Result | PromiseLike<Result>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Result | Failed> {
    if (!onLoaded) return super.then(onLoaded, onFailed);
    const result = onLoaded(this.#part);
    return isPromiseLike(result) ? Promise.resolve(result) : new LoadedPart(result);
  }
}

const isPromiseLike = <Result>(result: Result | PromiseLike<Result>): result is PromiseLike<Result> =>
  typeof result === "object" && result !== null && "then" in result;
