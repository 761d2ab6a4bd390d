// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// An ordinary token of six decimals, as USDC is.
contract DemoUsdCoin {
    string public constant name = "Demo USD Coin";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor() {
        totalSupply = 1e24;
        balanceOf[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
        return true;
    }

    function _move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// As USDT is on the main network: a transfer answers nothing, the issuer may take a fee and may stop an account.
contract DemoTether {
    string public constant name = "Demo Tether USD";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    uint256 public feeBasisPoints;
    address public immutable issuer;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isStopped;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        issuer = msg.sender;
        totalSupply = 1e24;
        balanceOf[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function setFee(uint256 basisPoints) external {
        require(msg.sender == issuer, "not the issuer");
        feeBasisPoints = basisPoints;
    }

    function stop(address account, bool stopped) external {
        require(msg.sender == issuer, "not the issuer");
        isStopped[account] = stopped;
    }

    function transfer(address to, uint256 value) external {
        require(!isStopped[msg.sender] && !isStopped[to], "stopped");
        uint256 fee = (value * feeBasisPoints) / 10000;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(msg.sender, to, value - fee);
        if (fee > 0) {
            balanceOf[issuer] += fee;
            emit Transfer(msg.sender, issuer, fee);
        }
    }
}

/// Says that it moved what it never had; asked to transfer, it answers false and does nothing.
contract FalseToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function claim(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }

    /// What collectibles emit: four topics, and no amount of anything.
    function claimOne(address to, uint256 id) external {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        assembly {
            log4(0, 0, topic, caller(), to, id)
        }
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// Does whatever it is told, step by step in one transaction; what it pays comes from what it holds.
contract Payer {
    enum Kind {
        Native,
        Token,
        Note,
        Fail
    }
    struct Step {
        Kind kind;
        address coin;
        address payable to;
        uint256 amount;
    }

    event Noted();

    receive() external payable {}

    function run(Step[] calldata steps) external payable {
        for (uint256 index; index < steps.length; ++index) {
            Step calldata step = steps[index];
            if (step.kind == Kind.Native) {
                (bool done, ) = step.to.call{value: step.amount}("");
                require(done, "not paid");
            } else if (step.kind == Kind.Token) {
                bytes memory data = abi.encodeWithSignature("transfer(address,uint256)", step.to, step.amount);
                (bool done, ) = step.coin.call(data);
                require(done, "not moved");
            } else if (step.kind == Kind.Note) {
                for (uint256 count; count < step.amount; ++count) emit Noted();
            } else {
                revert("told to fail");
            }
        }
    }

    /// Tries a payment that is undone inside, goes on as if nothing was, and pays the second account.
    function payAfterFailure(address payable first, address payable second, uint256 value) external payable {
        try this.payAndFail(first, value) {} catch {}
        (bool done, ) = second.call{value: value}("");
        require(done, "not paid");
    }

    function payAndFail(address payable to, uint256 value) external {
        (bool done, ) = to.call{value: value}("");
        require(!done, "undone");
    }

    /// Leaves all it has to an account without calling it.
    function leave(address payable to) external payable {
        new Leaver{value: address(this).balance}(to);
    }
}

contract Leaver {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}
