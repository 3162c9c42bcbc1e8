// All hosts. To add one, make a folder for it, and add a line here.
import { apache } from './apache/index.js';
import { caddy } from './caddy/index.js';
import { cloudflare } from './cloudflare/index.js';
import { cloudfront } from './cloudfront/index.js';
import { firebase } from './firebase/index.js';
import { githubPages } from './github-pages/index.js';
import { gitlabPages } from './gitlab-pages/index.js';
import type { Host } from './host.js';
import { httpServer } from './http-server/index.js';
import { netlify } from './netlify/index.js';
import { nginx } from './nginx/index.js';
import { s3 } from './s3/index.js';
import { vercel } from './vercel/index.js';

export const hosts: readonly Host[] = [
  apache,
  caddy,
  cloudflare,
  cloudfront,
  firebase,
  githubPages,
  gitlabPages,
  httpServer,
  netlify,
  nginx,
  s3,
  vercel,
];
