/** One line over time, as the frame hands it to the drawing. */
export interface LineProps {
  label: string;
  /** What the line is called in the legend. */
  series: string;
  /** A null was not measured. */
  points: readonly { readonly atMs: number; readonly value: number | null }[];
  fromMs: number;
  toMs: number;
  /** The greatest distance of two points that still counts as continuous. */
  gapMs: number;
  format: (value: number | null | undefined) => string;
  /** Drawn as a line across, and kept in sight. */
  limit?: number | undefined;
}
