// Parses the parts of an upload into a deployment request, before anything is unpacked or run.
import { posix } from "node:path";
import { deploymentSource, envVarBounds, versionLabel } from "../../lib/contract/deployments.ts";
import { issuesOf } from "../../lib/contract/request.ts";
import type { Part, UploadedFile } from "../machine/receive-upload.ts";
import { invalidParts } from "../machine/upload-items.ts";

/** A valid request to deploy code. */
export interface DeploymentRequest {
  /** The code, or the address to fetch it from. */
  code: { kind: "file"; file: UploadedFile } | { kind: "source"; url: string };
  /** The requested module to load; undefined when a single module was sent without it. */
  entrypoint: string | undefined;
  version: string;
  region: string;
  force: boolean;
  envVars: Record<string, string>;
}

/** The second is the one that published clients send; everything runs on this machine. */
const regions = ["local", "aws.us-east-1a"];
const standardVersion = "latest";
const fields = ["file", "entrypoint_rel_path", "version", "region", "force", "source"];

/** Parses the parts; throws a Problem 400 with each fault in its details. */
export function parseDeploymentRequest(parts: readonly Part[]): DeploymentRequest {
  const faults: string[] = [];
  const given = new Map<string, Part>();
  const envVars = new Map<string, string>();
  for (const part of parts) {
    const variable = variableIn(part.name);
    if (variable === undefined) {
      if (!fields.includes(part.name)) faults.push(`${shown(part.name)}: is not a part of this upload`);
      else if (given.has(part.name)) faults.push(`${part.name}: was sent twice`);
      given.set(part.name, part);
    } else if (part.kind === "file") faults.push(`${shown(part.name)}: must be a text field`);
    else if (envVars.has(variable)) faults.push(`${shown(part.name)}: was sent twice`);
    else envVars.set(variable, part.value);
  }
  const text = (name: string): string | undefined => {
    const part = given.get(name);
    if (part?.kind !== "file") return part?.value;
    faults.push(`${name}: must be a text field`);
    return undefined;
  };
  faults.push(...envFaults(envVars));

  const version = text("version") ?? standardVersion;
  const label = versionLabel.safeParse(version);
  if (!label.success) faults.push(`version: expected ${label.error.issues[0]?.message}`);
  const region = text("region") ?? "local";
  if (!regions.includes(region)) faults.push(`region: expected one of ${regions.join(", ")}`);
  const force = text("force") ?? "false";
  if (force !== "true" && force !== "false") faults.push("force: expected true or false");
  const entrypoint = text("entrypoint_rel_path");
  const fault = entrypoint === undefined ? undefined : pathFault(entrypoint);
  if (fault) faults.push(`entrypoint_rel_path: ${fault}`);

  const code = codeOf(given.get("file"), text("source"), faults);
  if (faults.length > 0 || !code) throw invalidParts(faults);
  return {
    code,
    entrypoint: entrypoint === undefined ? undefined : posix.normalize(entrypoint),
    version,
    region,
    force: force === "true",
    envVars: Object.fromEntries(envVars),
  };
}

function codeOf(
  file: Part | undefined,
  source: string | undefined,
  faults: string[],
): DeploymentRequest["code"] | undefined {
  if (file && source !== undefined) faults.push("source: give either file or source");
  else if (file?.kind === "file") return { kind: "file", file };
  else if (file) faults.push("file: must be a file (a part with a filename)");
  else if (source === undefined) faults.push("file: a zip of the application or a single module is needed");
  else {
    let json: unknown;
    try {
      json = JSON.parse(source);
    } catch {
      faults.push("source: must be JSON text");
      return undefined;
    }
    const read = deploymentSource.safeParse(json);
    if (read.success) return { kind: "source", url: read.data.url };
    faults.push(...issuesOf(read.error, "source").map(({ path, message }) => `${path}: ${message}`));
  }
  return undefined;
}

/** The variable's name in `env_vars[KEY]`, or in `env_vars.KEY` as some clients send it. */
function variableIn(name: string): string | undefined {
  const [, bracketed, dotted] = /^env_vars(?:\[([^\]]*)\]|\.(.*))$/s.exec(name) ?? [];
  return bracketed ?? dotted;
}

function envFaults(envVars: ReadonlyMap<string, string>): string[] {
  const { count, nameLength, valueBytes, totalBytes } = envVarBounds;
  const faults: string[] = [];
  let total = 0;
  for (const [name, value] of envVars) {
    const bytes = Buffer.byteLength(value);
    total += name.length + bytes;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || name.length > nameLength) {
      faults.push(
        `env_vars[${name.slice(0, 80)}]: a name has up to ${nameLength} letters, digits and _, no digit first`,
      );
    }
    if (bytes > valueBytes) faults.push(`env_vars[${name.slice(0, 80)}]: more than ${valueBytes} bytes`);
    if (value.includes("\0")) faults.push(`env_vars[${name.slice(0, 80)}]: has a zero character`);
  }
  if (envVars.size > count) faults.push(`env_vars: more than ${count}`);
  if (total > totalBytes) faults.push(`env_vars: more than ${totalBytes} bytes together`);
  return faults;
}

function pathFault(path: string): string | undefined {
  if (path === "" || path.length > 1024) return "expected 1 to 1024 characters";
  if (path.startsWith("/") || /^[a-zA-Z]:/.test(path)) return "must be relative to the archive's root";
  if (/\p{Cc}|\\/u.test(path)) return "must not have control characters or backslashes";
  if (path.split("/").includes("..")) return "must not lead out of the archive";
  if (path.endsWith("/")) return "must name a file";
  return undefined;
}

const shown = (name: string) => JSON.stringify(name.slice(0, 80));
