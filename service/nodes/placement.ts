// Where a new session goes. Pure.

export interface Place {
  /** How many browsers it runs at most. */
  capacity: number;
  /** How many it runs or starts. */
  used: number;
  /** Whether it takes new sessions. */
  accepts: boolean;
}

/** The places with room, the one with the largest free share first; of equal ones in the given order. */
export function byFreeShare<Each extends Place>(places: readonly Each[]): Each[] {
  return places
    .filter(({ accepts, capacity, used }) => accepts && used < capacity)
    .toSorted((one, other) => one.used / one.capacity - other.used / other.capacity);
}
