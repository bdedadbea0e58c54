// The events of the Network domain of DevTools, as far as telemetry reads them.
import { z } from "zod";
import { headersSchema } from "./telemetry-headers.ts";

export const requestWillBeSent = z.object({
  requestId: z.string(),
  loaderId: z.string(),
  documentURL: z.string(),
  request: z.object({
    url: z.string(),
    method: z.string(),
    headers: headersSchema,
    postData: z.string().optional(),
    hasPostData: z.boolean().optional(),
  }),
  initiator: z.object({ type: z.string() }),
  redirectResponse: z.object({ url: z.string() }).optional(),
  type: z.string().optional(),
  frameId: z.string().optional(),
});
export const responseReceived = z.object({
  requestId: z.string(),
  response: z.object({
    status: z.number(),
    statusText: z.string(),
    headers: headersSchema,
    mimeType: z.string(),
  }),
});
export const loadingFinished = z.object({ requestId: z.string(), encodedDataLength: z.number() });
export const loadingFailed = z.object({
  requestId: z.string(),
  type: z.string(),
  errorText: z.string(),
  canceled: z.boolean().optional(),
});
