import { describe, expect, it } from "vitest";
import { readTracingSettings } from "./tracing-env.ts";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

describe("the variables of OpenTelemetry", () => {
  it("trace nothing without an address, or when they say so", () => {
    expect(readTracingSettings({}).settings).toBeUndefined();
    expect(readTracingSettings({ OTEL_SERVICE_NAME: "a" }).settings).toBeUndefined();
    expect(readTracingSettings({ ...endpoint, OTEL_SDK_DISABLED: "TRUE" }).settings).toBeUndefined();
    expect(readTracingSettings({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }).settings).toBeUndefined();
  });

  it("have the standard's defaults, and its samplers", () => {
    expect(readTracingSettings(endpoint)).toEqual({
      settings: { sampler: "parentbased_always_on", ratio: 1 },
      faults: [],
    });
    const sampled = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" };
    expect(readTracingSettings({ ...endpoint, ...sampled }).settings).toEqual({
      sampler: "traceidratio",
      ratio: 0.25,
    });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "OTEL_EXPORTER_OTLP_PROTOCOL"],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: "zipkin" }, "OTEL_TRACES_EXPORTER"],
    [{ ...endpoint, OTEL_TRACES_SAMPLER: "jaeger_remote" }, "OTEL_TRACES_SAMPLER"],
    [
      { ...endpoint, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" },
      "OTEL_TRACES_SAMPLER_ARG",
    ],
  ])("that are wrong are named with what to do: %j", (from, name) => {
    const [fault, ...others] = readTracingSettings(from).faults;
    expect(fault).toMatch(new RegExp(`^${name} must be `));
    expect(others).toEqual([]);
  });
});
