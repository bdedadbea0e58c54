// The address of a relayed live view names neither the session nor the API's signature, but a ticket: the leased address and
// who asked for it, encrypted, so that any replica can serve it.
import "server-only";
import { z } from "zod";
import { parseStored } from "../../format/parse-stored.ts";
import type { Credential } from "../auth/require-operator.ts";
import { env } from "../kernel/env.ts";
import { sealText, unsealText } from "../kernel/sealed-text.ts";

const content = z.object({
  /** The leased address at the API. */
  address: z.string(),
  credential: z.object({ sid: z.string(), tokenId: z.string().optional() }),
});
export type LiveViewTicket = z.infer<typeof content>;

const seal = () => ({
  id: "live view",
  purpose: "fleetdeck live views 1",
  sessionSecret: env().sessionSecret,
});

export const liveViewTicket = (address: string, { sid, tokenId }: Credential): string =>
  sealText(
    JSON.stringify({ address, credential: { sid, tokenId } } satisfies z.input<typeof content>),
    seal(),
  );

/** What a ticket contains; undefined for one that is not valid, or of another secret. */
export const readLiveViewTicket = (ticket: string): LiveViewTicket | undefined =>
  parseStored(content, unsealText(ticket, seal()));
