import { notify } from "./toast.tsx";
import { copyTexts } from "./ui-messages.ts";

/** Copies a text, and reports a refused clipboard. Whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notify.failed(copyTexts.notCopied, copyTexts.clipboardRefused);
    return false;
  }
}
