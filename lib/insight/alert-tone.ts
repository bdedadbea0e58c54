import type { Alert } from "../bff/alerts.ts";

/** Colour of an open alert: red while data shows that users are hit now, else amber, also without data. */
export const alertTone = ({ severe, known }: Pick<Alert, "severe" | "known">): "bad" | "warn" =>
  severe && known ? "bad" : "warn";
