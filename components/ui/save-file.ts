import { paces } from "@/lib/paces";

/** Hands a blob to the browser to save. The address of it is let go once the browser has taken hold. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), paces.patience.downloadMs);
}
