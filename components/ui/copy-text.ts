import { notify } from "./toast.tsx";

/** Copies a text, and reports a refused clipboard. Whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notify.failed("Not copied", "The browser refused access to the clipboard.");
    return false;
  }
}
