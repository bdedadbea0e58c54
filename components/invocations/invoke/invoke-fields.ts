import * as z from "zod/mini";
import { hasHiddenValue, hiddenValue } from "@/lib/bff/hidden-value";
import {
  asyncTimeoutSeconds,
  type Invocation,
  type InvocationCreate,
  invocationCreate,
  payloadMaxBytes,
} from "@/lib/contract/invocations";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { invokeFieldsTexts } from "./invoke-messages.ts";

/** The form's fields as typed, not validated. */
export const invokeFields = z.object({
  app_name: z.string(),
  version: z.string(),
  action_name: z.string(),
  payload: z.string(),
  mode: z.enum(["async", "sync"]),
  timeout: z.string(),
});
export type InvokeFields = z.infer<typeof invokeFields>;

/** The version that resolves to the newest one. */
export const latestVersion = "latest";

export const emptyFields: InvokeFields = {
  app_name: "",
  version: latestVersion,
  action_name: "",
  payload: "",
  mode: "async",
  timeout: String(asyncTimeoutSeconds.standard),
};

/** The vendor documents two limits, 64 KB and 4.5 MB: above the smaller one an API may reject the payload. */
const surePayloadBytes = 64_000;

const bodyKeys = ["app_name", "version", "action_name", "payload", "async_timeout_seconds"] as const;
export type BodyKey = (typeof bodyKeys)[number];
export type FieldFaults = Readonly<Partial<Record<BodyKey, string>>>;

const isBodyKey = (key: unknown): key is BodyKey => bodyKeys.some((each) => each === key);

const faultMessage = {
  app_name: invokeFieldsTexts.enterTheApplicationsName,
  version: invokeFieldsTexts.enterVersionOrLatest(latestVersion),
  action_name: invokeFieldsTexts.enterTheActionsName,
  payload: invokeFieldsTexts.payloadMustBeText,
  async_timeout_seconds: invokeFieldsTexts.timeoutInvalid(
    asyncTimeoutSeconds.min,
    formatCount(asyncTimeoutSeconds.max),
  ),
} as const satisfies Record<BodyKey, string>;

const fromInvocation = ({ app_name, version, action_name, payload }: Invocation): Partial<InvokeFields> => ({
  app_name: app_name ?? "",
  version: version ?? latestVersion,
  action_name: action_name ?? "",
  payload: payload ?? "",
});

/** Initial fields: of the repeated invocation, then of the address, then empty. */
export function startFields(
  named: Partial<Record<"app_name" | "version" | "action_name", string | undefined>>,
  invocation: Invocation | undefined,
): InvokeFields {
  const start = { ...emptyFields, ...(invocation === undefined ? {} : fromInvocation(invocation)) };
  return {
    ...start,
    app_name: named.app_name ?? start.app_name,
    version: named.version ?? start.version,
    action_name: named.action_name ?? start.action_name,
  };
}

/** The request for the fields, not validated. */
function bodyOf({ app_name, version, action_name, payload, mode, timeout }: InvokeFields) {
  const seconds = timeout.trim();
  return {
    app_name: app_name.trim(),
    version: version.trim(),
    action_name: action_name.trim(),
    ...(payload.trim() === "" ? {} : { payload }),
    async: mode === "async",
    ...(mode === "async" && seconds !== "" ? { async_timeout_seconds: Number(seconds) } : {}),
  };
}

export type Checked =
  | { readonly ok: true; readonly body: InvocationCreate }
  | { readonly ok: false; readonly faults: FieldFaults };

/** The request, or an error per field: checked by the contract's schema and by the API's rules for a payload:
 *  its size, and that it is JSON. `jsonFault`: why the payload is invalid JSON. */
export function checkFields(fields: InvokeFields, jsonFault: string | undefined): Checked {
  const read = invocationCreate.safeParse(bodyOf(fields));
  const faults: Partial<Record<BodyKey, string>> = {};
  for (const { path } of read.error?.issues ?? []) {
    const [key] = path;
    if (isBodyKey(key)) faults[key] = faultMessage[key];
  }
  if (fields.payload.trim() !== "") {
    const sizeBytes = new Blob([fields.payload]).size;
    if (sizeBytes > payloadMaxBytes)
      faults.payload = invokeFieldsTexts.payloadTooLarge({
        size: formatCount(sizeBytes),
        most: formatCount(payloadMaxBytes),
      });
    else if (jsonFault !== undefined) faults.payload = jsonFault;
    else if (hasHiddenValue(fields.payload))
      faults.payload = invokeFieldsTexts.enterHiddenSecrets(hiddenValue);
  }
  if (!read.success || Object.keys(faults).length > 0) return { ok: false, faults };
  return { ok: true, body: read.data };
}

/** A warning about a valid but unusual payload; undefined if there is none. */
export function payloadWarning(payload: string): string | undefined {
  if (payload.length * 3 <= surePayloadBytes) return undefined;
  const sizeBytes = new Blob([payload]).size;
  if (sizeBytes <= surePayloadBytes || sizeBytes > payloadMaxBytes) return undefined;
  return invokeFieldsTexts.someApisTakeLess(formatBytes(surePayloadBytes));
}

const detailShape = /^(?:body\.)?(\w+)\b[\s:]*(.*)$/s;

/** Assigns an error response's details to the fields they name. */
export function faultsOfDetails(details: readonly string[]): FieldFaults {
  const faults: Partial<Record<BodyKey, string>> = {};
  for (const detail of details) {
    const [, key, rest = ""] = detailShape.exec(detail) ?? [];
    if (isBodyKey(key) && faults[key] === undefined)
      faults[key] = invokeFieldsTexts.refusedByTheApi(rest || detail);
  }
  return faults;
}
