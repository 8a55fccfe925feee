import {
  Bell,
  BookOpen,
  Bot,
  Briefcase,
  Building,
  Calendar,
  ChartColumn,
  Clock,
  Cloud,
  Code,
  Database,
  FileText,
  Folder,
  Globe,
  GraduationCap,
  Image,
  KeyRound,
  Lightbulb,
  Mail,
  MapPin,
  Megaphone,
  MessageCircle,
  Music,
  Newspaper,
  Palette,
  PenTool,
  Receipt,
  Rocket,
  Shield,
  ShoppingCart,
  Target,
  Users,
  Video,
  Wallet,
  type LucideIcon,
} from "lucide-react";

/** The icons to choose from, by their names in the set Lucide (G-28). */
export const TILE_ICONS = {
  bell: Bell,
  "book-open": BookOpen,
  bot: Bot,
  briefcase: Briefcase,
  building: Building,
  calendar: Calendar,
  "chart-column": ChartColumn,
  clock: Clock,
  cloud: Cloud,
  code: Code,
  database: Database,
  "file-text": FileText,
  folder: Folder,
  globe: Globe,
  "graduation-cap": GraduationCap,
  image: Image,
  "key-round": KeyRound,
  lightbulb: Lightbulb,
  mail: Mail,
  "map-pin": MapPin,
  megaphone: Megaphone,
  "message-circle": MessageCircle,
  music: Music,
  newspaper: Newspaper,
  palette: Palette,
  "pen-tool": PenTool,
  receipt: Receipt,
  rocket: Rocket,
  shield: Shield,
  "shopping-cart": ShoppingCart,
  target: Target,
  users: Users,
  video: Video,
  wallet: Wallet,
} satisfies Record<string, LucideIcon>;

export type TileIconName = keyof typeof TILE_ICONS;

export const isTileIcon = (name: string): name is TileIconName => Object.hasOwn(TILE_ICONS, name);

interface TileIconProps {
  name: string;
  size: number;
  /** For a name that the set does not have. */
  letter: string;
}

/** An icon of the set, or the letter. */
export default function TileIcon({ name, size, letter }: TileIconProps) {
  if (!isTileIcon(name)) return letter;
  const Icon = TILE_ICONS[name];
  return <Icon size={size} aria-hidden />;
}
