import { fuzz } from './fuzz.ts';
import { cardRequests } from './requests/card.ts';

fuzz(cardRequests);
