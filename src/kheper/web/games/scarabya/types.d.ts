/** The `json` of a view of Scarabya. */

interface SiteArea {
  squares: string[];
  scarabs: string[];
  points: number;
  /** The card that closed it, from 1. */
  card: number;
}

interface Site {
  entries: string[];
  points: number;
  areas: SiteArea[];
}

interface Payment {
  symbol: string;
  tokens: number[];
  owed: number;
}

interface ScarabyaState {
  game: "scarabya";
  mode: "expedition" | "duel" | "solo";
  seats: number;
  options: Record<string, string>;
  site: string;
  cards: string;
  card: string | null;
  to_move: number[];
  scores: number[];
  outcome: Outcome | null;
  sites: Site[];
  /** Expedition. */
  open?: (string | null)[];
  ready?: number[];
  /** Duel. */
  movers?: number[];
  owners?: number[];
  bonus?: string[];
  /** Expedition and duel. */
  bank?: Record<string, number>;
  payments?: Payment[][];
  /** Solo: `cards` may know more than `number`, from earlier tries. */
  number?: number;
  tries?: number;
  uncovered?: string[];
  uncoverable?: string[];
}

/** What a play has changed: new entries and areas by site, new payments by seat, the rest whole. */
interface ScarabyaFacts {
  entries?: string[][];
  areas?: SiteArea[][];
  payments?: Payment[][];
  card?: string | null;
  cards?: string;
  number?: number;
  ready?: number[];
  open?: (string | null)[];
  movers?: number[];
  owners?: number[];
  bonus?: string[];
  bank?: Record<string, number>;
  uncovered?: string[];
  uncoverable?: string[];
}

/** How a tile can be laid: `marks` is explained in docs/protocol.md. */
interface Placements {
  kind: "placements";
  tile: string;
  marks: string;
}

/** What legal placements would close: `[place, points, areas]`, each area its squares joined. */
interface Closings {
  kind: "closings";
  closes?: [number, number, string[]][];
}

interface LegalKinds {
  placements: Placements;
}

interface PreviewKinds {
  closings: Closings;
}
