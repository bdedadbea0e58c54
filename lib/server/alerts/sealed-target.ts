// Encrypts a webhook's address and signing secret.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { parseStored } from "../../format/parse-stored.ts";
import { sealText, unsealText } from "../kernel/sealed-text.ts";

/** The encrypted part of a webhook. */
export const sealedTarget = z.object({ url: z.string(), secret: z.string() });
export type SealedTarget = z.infer<typeof sealedTarget>;

const purpose = "fleetdeck webhook targets 1";

/** Encrypts a target for the row `id`. */
export const seal = (target: SealedTarget, id: string, sessionSecret: string): string =>
  sealText(JSON.stringify(target), { id, purpose, sessionSecret });

/** Decrypts a target; undefined when it was sealed with another secret, for another row, or is damaged. */
export const unseal = (sealed: string, id: string, sessionSecret: string): SealedTarget | undefined =>
  parseStored(sealedTarget, unsealText(sealed, { id, purpose, sessionSecret }));

/** A new signing secret by the Standard Webhooks scheme. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
