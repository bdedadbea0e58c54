interface Viewport {
  readonly width: number;
  readonly height: number;
  /** In Hz. */
  readonly refresh_rate?: number | null | undefined;
}

/** The size of a browser's window: `1280 × 800, 60 Hz`. */
export const formatViewport = ({ width, height, refresh_rate: rate }: Viewport): string =>
  `${width} × ${height}${rate ? `, ${rate} Hz` : ""}`;
