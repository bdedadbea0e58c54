// The form of a deployment: text fields and variables, each at most once, then the file.
import {
  deploymentFields,
  envVarName,
  deploymentUploadLimits as limits,
} from "../../bff/deployment-upload.ts";
import { envVarBounds } from "../../contract/deployments.ts";
import {
  badUpload,
  type PartRule,
  partNameHead,
  type UploadForm,
  uploadTooLarge,
} from "./multipart-guard.ts";

const fieldHead = /^content-disposition: form-data; name="([\w[\]]{1,160})"$/i;
const fileHead = partNameHead("file", "application/octet-stream");
const tooLarge = `The file may have at most ${limits.maxFileBytes} bytes.`;

export class DeploymentForm implements UploadForm {
  readonly maxBodyBytes = limits.maxBodyBytes;
  readonly tooLarge = tooLarge;
  readonly #given = new Set<string>();
  #envBytes = 0;
  #version = "";
  #fileName = "";
  #hasFile = false;

  /** What the audit names: the file and its version. */
  get target(): string {
    return [this.#fileName, this.#version].filter((part) => part !== "").join(" ");
  }

  part(head: string): PartRule {
    if (this.#fileName !== "") throw badUpload("something follows the file");
    const [, fileName] = fileHead.exec(head) ?? [];
    if (fileName !== undefined) return this.#file(fileName);
    const [, name = ""] = fieldHead.exec(head) ?? [];
    const [, variable] = /^env_vars\[(.*)\]$/.exec(name) ?? [];
    const isField =
      variable === undefined
        ? Object.hasOwn(deploymentFields.shape, name)
        : envVarName.safeParse(variable).success;
    if (!isField) throw badUpload("it has a part that is not expected");
    if (this.#given.has(name)) throw badUpload(`${name} is there twice`);
    this.#given.add(name);
    const end = variable === undefined ? this.#field(name) : this.#variable(variable);
    const maxBytes = variable === undefined ? limits.maxFieldBytes : envVarBounds.valueBytes;
    return { kind: "text", maxBytes, tooLarge: `${name} is too long.`, end };
  }

  end(): void {
    if (!this.#hasFile) throw badUpload("it has no file");
  }

  #field = (name: string) => (text: string) => {
    const read = deploymentFields.safeParse({ [name]: text });
    if (!read.success) throw badUpload(`${name} must be ${read.error.issues[0]?.message}`);
    if (name === "version") this.#version = text;
  };

  #variable = (name: string) => {
    if (this.#given.size > envVarBounds.count + Object.keys(deploymentFields.shape).length)
      throw uploadTooLarge(`At most ${envVarBounds.count} variables go with a deployment.`);
    return (text: string) => {
      this.#envBytes += name.length + Buffer.byteLength(text);
      if (this.#envBytes > envVarBounds.totalBytes)
        throw uploadTooLarge(`All variables together may have at most ${envVarBounds.totalBytes} bytes.`);
    };
  };

  #file(name: string): PartRule {
    this.#fileName = name;
    return {
      kind: "file",
      maxBytes: limits.maxFileBytes,
      tooLarge,
      startBytes: 1,
      start: (first) => {
        if (first.length === 0) throw badUpload("the file is empty");
      },
      end: () => {
        this.#hasFile = true;
      },
    };
  }
}
