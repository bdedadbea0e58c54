import { retryLoad } from "./retry-load.ts";
import { notify } from "./toast.tsx";
import { loadPartTexts } from "./ui-messages.ts";

/**
 * Loads the code of a part that is shown on demand, for `dynamic` and `lazy`. They keep a failure for good and throw it
 * while rendering: with a network that is gone for a moment, the whole page would be lost with all that is open in it.
 */
export const loadPart =
  <Loaded>(load: () => Promise<Loaded>) =>
  () =>
    retryLoad(load, () => notify.failed(loadPartTexts.notLoaded, loadPartTexts.appearsLater));
