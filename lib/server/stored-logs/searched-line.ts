// What a search compares of a stored line: its text, or of telemetry what the event says.
import { isTelemetryTopic, type Topic } from "../../bff/live.ts";
import { type TelemetryView, viewOfCategory } from "../../bff/telemetry-view.ts";
import { readTelemetryLine, telemetryText } from "../../telemetry/telemetry-line.ts";

export interface SearchedLine {
  readonly text: string;
  /** Which view of the telemetry shows the line; undefined for a line of another log. */
  readonly view: TelemetryView | undefined;
}

/** How a search reads the lines of a log. */
export interface SearchedLines {
  /** Whether it compares the texts as they are stored. */
  readonly asStored: boolean;
  /** Undefined for a line that no search finds. */
  readonly read: (text: string) => SearchedLine | undefined;
}

const written: SearchedLines = { asStored: true, read: (text) => ({ text, view: undefined }) };

/** A request is found by its response or failure. */
const telemetry: SearchedLines = {
  asStored: false,
  read(text) {
    const record = readTelemetryLine(text);
    const view = record && viewOfCategory(record.event.category);
    if (record === undefined || view === undefined || record.event.type === "network_request")
      return undefined;
    return { text: telemetryText(record), view };
  },
};

export const searchedLines = (topic: Topic): SearchedLines => (isTelemetryTopic(topic) ? telemetry : written);
