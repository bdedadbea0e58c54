declare module "parse-prometheus-text-format" {
  /** The families of a text in Prometheus' exposition format. */
  export default function parsePrometheusTextFormat(text: string): unknown;
}
