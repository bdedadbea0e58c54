// The variables of OpenTelemetry that the dashboard itself reads (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables);
// the exporter reads its headers, timeout, compression and certificates. `env.ts` reads them with all others.

export const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export interface TracingSettings {
  sampler: (typeof samplers)[number];
  /** Share of the traces, 0 to 1, for the samplers by ratio. */
  ratio: number;
}

type Variables = Readonly<Record<string, string | undefined>>;

const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The settings, undefined where nothing is to be traced, and a line for each fault: the variable and what to do. */
export function readTracingSettings(from: Variables): {
  settings: TracingSettings | undefined;
  faults: string[];
} {
  const endpoints = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const;
  const named = endpoints.filter((name) => from[name]);
  const isOff = from.OTEL_SDK_DISABLED?.toLowerCase() === "true" || from.OTEL_TRACES_EXPORTER === "none";
  if (named.length === 0 || isOff) return { settings: undefined, faults: [] };
  const faults = named
    .filter((name) => !isHttpUrl(from[name] ?? ""))
    .map((name) => `${name} must be an address such as http://127.0.0.1:4318`);
  if (from.OTEL_TRACES_EXPORTER && from.OTEL_TRACES_EXPORTER !== "otlp")
    faults.push("OTEL_TRACES_EXPORTER must be otlp or none");
  for (const name of ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"])
    if (from[name] && from[name] !== "http/protobuf")
      faults.push(`${name} must be http/protobuf, which collectors take at port 4318`);
  const sampler = samplers.find((name) => name === (from.OTEL_TRACES_SAMPLER || "parentbased_always_on"));
  if (sampler === undefined) faults.push(`OTEL_TRACES_SAMPLER must be one of ${samplers.join(", ")}`);
  const ratio = Number(from.OTEL_TRACES_SAMPLER_ARG || "1");
  const isShare = ratio >= 0 && ratio <= 1;
  if (sampler?.includes("ratio") && !isShare)
    faults.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, the share of traces to keep");
  return { settings: { sampler: sampler ?? "always_off", ratio: isShare ? ratio : 1 }, faults };
}
