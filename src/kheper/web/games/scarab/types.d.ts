/** What a move of SCARAB has changed. */
interface ScarabFacts {
  /** Squares, and what stands there now. */
  squares?: [string, string][];
  axis?: "h" | "v" | null;
  /** The stone that the mover took, or gave back. */
  taken?: string;
  returned?: string;
}

/** Where the priest can go: moves without a stone that returns, the last `ankhs` onto an ankh. */
interface Walks {
  kind: "walks";
  moves: string[];
  ankhs?: number;
  stones?: string[];
  squares?: string[];
}

/** The next player's line after each of the moves: `[axis, best, worst, sum, stones, ankhs]`. */
interface Forecasts {
  kind: "forecasts";
  lines: ["h" | "v", number, number, number, number, number][];
}

interface LegalKinds {
  walks: Walks;
}

interface PreviewKinds {
  forecasts: Forecasts;
}
