// A scripted server for uploads, in place of XMLHttpRequest.
import { expect, vi } from "vitest";

/** One upload by XMLHttpRequest, which is used because it reports progress. */
export class ScriptedUpload {
  readonly upload: { onprogress: ((sent: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  onload: (() => void) | null = null;
  status = 200;
  responseText = "";
  static readonly #waiting: ScriptedUpload[] = [];
  sent: FormData | undefined;

  /** Stands in for XMLHttpRequest until vitest restores the globals. */
  static install(): void {
    vi.stubGlobal("XMLHttpRequest", ScriptedUpload);
    ScriptedUpload.#waiting.length = 0;
  }

  /** The pending upload. */
  static async next(): Promise<ScriptedUpload> {
    await expect.poll(() => ScriptedUpload.#waiting).toHaveLength(1);
    const upload = ScriptedUpload.#waiting.pop();
    if (upload === undefined) throw new Error("no upload is pending");
    return upload;
  }

  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(name: string): string | null {
    return name === "x-request-id" ? "request-7" : null;
  }
  send(form: FormData): void {
    this.sent = form;
    this.upload.onprogress?.({ loaded: 10, total: 40 });
    ScriptedUpload.#waiting.push(this);
  }
  answer(status: number, body: object = {}): void {
    this.upload.onprogress?.({ loaded: 40, total: 40 });
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}
