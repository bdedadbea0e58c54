// The multipart form of a deployment as the page sends it; the BFF accepts no other. Fields come before the file.
import * as z from "zod/mini";
import { deploymentCreate, envVarBounds } from "../contract/deployments.ts";
import { fieldMessages } from "./field-messages.ts";

/** The part of a variable. */
export const envVarPart = (name: string) => `env_vars[${name}]`;

/** The name of an environment variable. */
export const envVarName = z
  .string()
  .check(
    z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, fieldMessages.envVarName),
    z.maxLength(envVarBounds.nameLength, fieldMessages.envVarNameLength(envVarBounds.nameLength)),
  );

/** The text fields beside the variables. */
export const deploymentFields = z.pick(deploymentCreate, {
  entrypoint_rel_path: true,
  version: true,
  region: true,
  force: true,
});

/** The name of the file as it is sent: what else it has may not reach a header. */
export const sentFileName = (name: string): string => name.replaceAll(/[^\w.-]/g, "_").slice(-255);

/** Limits of one deployment; an upstream may have lower ones. */
export const deploymentUploadLimits = {
  maxFileBytes: 100 * 1024 * 1024,
  maxFieldBytes: 65_536,
  /** The whole body: the file, the fields and the heads of parts. */
  maxBodyBytes: 101 * 1024 * 1024,
} as const;
