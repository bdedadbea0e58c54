// The files that a page hands to the browser to save, in place of the browser.
import { onTestFinished, vi } from "vitest";

/** Takes every file that is saved from now on until the test ends. */
export function captureDownloads() {
  const blobs = new Map<string, Blob>();
  const taken: { name: string; blob: Blob }[] = [];
  const create = URL.createObjectURL.bind(URL);
  const made = vi.spyOn(URL, "createObjectURL").mockImplementation((source) => {
    const url = create(source);
    if (source instanceof Blob) blobs.set(url, source);
    return url;
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href);
    if (blob === undefined || this.download === "") throw new Error(`${this.href} is not saved`);
    taken.push({ name: this.download, blob });
  });
  onTestFinished(() => {
    made.mockRestore();
    clicked.mockRestore();
  });
  return {
    names: () => taken.map(({ name }) => name),
    texts: () => Promise.all(taken.map(({ blob }) => blob.text())),
  };
}
