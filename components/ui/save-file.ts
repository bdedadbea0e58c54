import { paces } from "@/lib/paces";

/** Saves a blob through the browser. Its object URL is revoked once the download has started. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), paces.deadlines.downloadMs);
}
