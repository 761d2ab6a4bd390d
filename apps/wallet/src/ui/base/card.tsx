import './card.css';
import type { ReactNode } from 'react';

import { Pressable, type LinkRender } from './pressable.tsx';

interface CardProps {
  children: ReactNode;
  tone?: 'surface' | 'sunken' | 'leaf' | undefined;
  className?: string | undefined;
  link?: LinkRender | undefined;
  onPress?: (() => void) | undefined;
}

/** A flat surface on the canvas: 16 px inside on phones, 20 on desktops. With a link the whole card is the target. */
export function Card({ children, tone = 'surface', className = '', link, onPress }: CardProps) {
  return (
    <Pressable className={`card card-${tone} ${className}`.trimEnd()} link={link} onPress={onPress}>
      {children}
    </Pressable>
  );
}
