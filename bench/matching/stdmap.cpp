// The textbook order book in C++: std::map of prices, std::list of orders, std::unordered_map of numbers. It knows neither
// owners nor rules; it is what an engine has to be measured against. Reads a stream (stream.ts), prints one line of JSON.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <unordered_map>
#include <vector>

struct Command {
  uint32_t kindAndSide, price, amount, number, owner;
};

struct Order {
  uint32_t number, left, price, side;
};

using Line = std::list<Order>;

static uint32_t checksum = 0, trades = 0;

static void trade(uint32_t maker, uint32_t taker, uint32_t price, uint32_t amount) {
  checksum = checksum * 31u + maker * 7u + taker * 13u + price * 17u + amount * 19u;
  trades += 1;
}

class Book {
  std::map<uint32_t, Line, std::greater<uint32_t>> bids;
  std::map<uint32_t, Line> asks;
  std::unordered_map<uint32_t, Line::iterator> orders;

  template <class Side> void match(Side &opposite, uint32_t side, uint32_t price, uint32_t &left, uint32_t number) {
    while (left != 0 && !opposite.empty()) {
      auto best = opposite.begin();
      if (side == 0 ? best->first > price : best->first < price) return;
      Line &line = best->second;
      while (left != 0 && !line.empty()) {
        Order &maker = line.front();
        uint32_t amount = left < maker.left ? left : maker.left;
        trade(maker.number, number, best->first, amount);
        left -= amount;
        maker.left -= amount;
        if (maker.left == 0) {
          orders.erase(maker.number);
          line.pop_front();
        }
      }
      if (line.empty()) opposite.erase(best);
    }
  }

  template <class Side> void rest(Side &own, uint32_t side, uint32_t price, uint32_t left, uint32_t number) {
    Line &line = own[price];
    line.push_back({number, left, price, side});
    orders[number] = std::prev(line.end());
  }

  template <class Side> void take(Side &own, Line::iterator order) {
    auto level = own.find(order->price);
    level->second.erase(order);
    if (level->second.empty()) own.erase(level);
  }

public:
  void place(uint32_t side, uint32_t price, uint32_t amount, uint32_t number) {
    if (side == 0) match(asks, side, price, amount, number);
    else match(bids, side, price, amount, number);
    if (amount == 0) return;
    if (side == 0) rest(bids, side, price, amount, number);
    else rest(asks, side, price, amount, number);
  }

  void cancel(uint32_t number) {
    auto found = orders.find(number);
    if (found == orders.end()) return;
    if (found->second->side == 0) take(bids, found->second);
    else take(asks, found->second);
    orders.erase(found);
  }
};

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : nullptr;
  uint32_t header[4];
  if (file == nullptr || fread(header, sizeof header, 1, file) != 1) return 1;
  std::vector<Command> commands(header[1]);
  if (fread(commands.data(), sizeof(Command), commands.size(), file) != commands.size()) return 1;
  Book book;
  clock_t started = 0;
  for (size_t at = 0; at < commands.size(); at += 1) {
    if (at == header[0]) started = clock();
    const Command &command = commands[at];
    if ((command.kindAndSide & 255) == 1) book.cancel(command.number);
    else book.place(command.kindAndSide >> 8, command.price, command.amount, command.number);
  }
  double seconds = double(clock() - started) / CLOCKS_PER_SEC;
  printf("{\"cpuSeconds\":%.6f,\"trades\":%u,\"checksum\":%d}\n", seconds, trades, int32_t(checksum));
  fflush(stdout);
  _Exit(0);
}
