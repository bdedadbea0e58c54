// The form of an upload of extensions: pairs of a name and an archive.
import { extensionParts, extensionUploadLimits as limits } from "../../bff/extension-upload.ts";
import { extensionName } from "../../contract/extensions.ts";
import {
  badUpload,
  type PartRule,
  partNameHead,
  type UploadForm,
  uploadTooLarge,
} from "./multipart-guard.ts";

const maxNameBytes = 1024;
const zipStart = Buffer.from("PK\x03\x04", "latin1");

const nameHead = partNameHead(extensionParts.name);
const zipHead = partNameHead(extensionParts.zip, "application/zip");

export class ExtensionForm implements UploadForm {
  /** Names of the extensions that have passed. */
  readonly names: string[] = [];
  readonly maxBodyBytes = limits.maxBodyBytes;
  readonly tooLarge = `All archives together may have at most ${limits.maxRequestBytes} bytes.`;
  #zips = 0;

  part(head: string): PartRule {
    const isZip = this.names.length > this.#zips;
    if (!(isZip ? zipHead : nameHead).test(head))
      throw badUpload(`expected ${isZip ? "the archive" : "the name"} of extension ${this.#zips + 1}`);
    if (isZip) return this.#zip(this.names.at(-1) ?? "");
    if (this.names.length === limits.maxZips)
      throw uploadTooLarge(`At most ${limits.maxZips} extensions go into one upload.`);
    return { kind: "text", maxBytes: maxNameBytes, tooLarge: "A name is too long.", end: this.#name };
  }

  end(): void {
    if (this.names.length !== this.#zips) throw badUpload("a name has no archive");
  }

  #name = (text: string) => {
    const read = extensionName.safeParse(text);
    if (!read.success)
      throw badUpload(`the name of extension ${this.#zips + 1} must be ${read.error.issues[0]?.message}`);
    if (this.names.includes(read.data)) throw badUpload(`the name ${read.data} is there twice`);
    this.names.push(read.data);
  };

  #zip = (named: string): PartRule => ({
    kind: "file",
    maxBytes: limits.maxZipBytes,
    tooLarge: `${named} is larger than ${limits.maxZipBytes} bytes.`,
    start: (first) => {
      if (!first.equals(zipStart)) throw badUpload(`${named} is not a zip archive`);
    },
    startBytes: zipStart.length,
    end: () => {
      this.#zips += 1;
    },
  });
}
